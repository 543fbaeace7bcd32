import type { BenchDatabase } from '../databases/bench-database.ts'
import { type BenchRequest, NUMBER, sendOnce } from '../load/bench-request.ts'
import { resultOf } from '../report/result.ts'
import { projectToken } from '../samples/credentials.ts'
import { sampleFilters } from '../samples/sample-flags.ts'
import type { SitePair } from '../sites/site-pair.ts'
import { withSites } from '../sites/twin-sites.ts'
import type { BenchCase } from './bench-case.ts'
import { ALL_ROUNDS, assertSameAnswers, compareSites } from './compare-sites.ts'

/**
 * A flag with its activity entry. Every round has a project of its own, which therefore never has more flags than
 * projects have; Flagdeck has its flags in memory for evaluation, and keeps them up to date with every creation.
 */
export function httpCreate(database: BenchDatabase): BenchCase {
  const name = `http ${database.name} create a flag`
  return {
    name,
    run: () =>
      withSites(database, { projects: ALL_ROUNDS + 1 }, async (sites) => {
        await assertSameAnswers(sites, creation(1))
        const rates = await compareSites(sites, {
          status: 201,
          request: (round) => creation(projectOf(round)),
          prepare: (round, site) => (site === sites.flagdeck ? loadDefinitions(sites, round) : Promise.resolve()),
        })
        return [resultOf(name, rates, { unit: '/s', beside: 'by hand' })]
      }),
  }
}

/** The first project was used to compare the answers. */
function projectOf(round: number): number {
  return round + 2
}

function creation(projectId: number): BenchRequest {
  return {
    method: 'POST',
    path: `/api/projects/${projectId}/feature_flags/`,
    body: JSON.stringify({ key: `flag-${NUMBER}`, name: 'A new one', filters: sampleFilters(1) }),
  }
}

async function loadDefinitions({ flagdeck }: SitePair, round: number): Promise<void> {
  const path = `/flags/definitions?token=${projectToken(projectOf(round))}`
  const { status } = await sendOnce(flagdeck.port, { method: 'GET', path })
  if (status !== 200) throw new Error(`the definitions were answered with ${status}`)
}
