import type { BenchDatabase } from '../databases/bench-database.ts'
import { type BenchRequest, NUMBER, sendOnce } from '../load/bench-request.ts'
import type { Pair } from '../measure/interleave.ts'
import { resultOf } from '../report/result.ts'
import { projectToken } from '../samples/credentials.ts'
import { sampleFilters } from '../samples/sample-flags.ts'
import type { SitePair } from '../sites/site-pair.ts'
import { withSites } from '../sites/twin-sites.ts'
import type { BenchCase } from './bench-case.ts'
import { ALL_ROUNDS, assertSameAnswers, compareSites } from './compare-sites.ts'

/** By the number of concurrent creations: on SQLite the hand-written server commits each separately. */
const AIMS: Readonly<Record<string, readonly [one: number, eight: number]>> = {
  sqlite: [0.7, 1],
  postgres: [0.5, 0.6],
}

/**
 * Measures the creation of a flag with its activity entry. Every round has a separate project, so that no project has
 * more flags than usual. Flagdeck has its flags in memory for evaluation, and updates them with every creation.
 */
export function httpCreate(database: BenchDatabase): BenchCase {
  const name = `http ${database.name} create a flag`
  return {
    name,
    run: () =>
      withSites(database, { projects: 2 * ALL_ROUNDS + 1 }, async (sites) => {
        await assertSameAnswers(sites, creation(1))
        const [one = 0, eight = 0] = AIMS[database.name] ?? []
        const alone = { connections: 1, firstProject: 2 }
        const together = { connections: 8, firstProject: 2 + ALL_ROUNDS }
        return [
          resultOf(`${name}, one after the other`, await creations(sites, alone), {
            unit: '/s',
            beside: 'by hand',
            aim: { atLeast: one },
          }),
          resultOf(name, await creations(sites, together), { unit: '/s', beside: 'by hand', aim: { atLeast: eight } }),
        ]
      }),
  }
}

interface Creations {
  readonly connections: number
  /** The project of the first round; the first project of all was used to compare the responses. */
  readonly firstProject: number
}

function creations(sites: SitePair, { connections, firstProject }: Creations): Promise<Pair> {
  return compareSites(sites, {
    status: 201,
    connections,
    request: (round) => creation(firstProject + round),
    prepare: (round, site) =>
      site === sites.flagdeck ? loadDefinitions(sites, firstProject + round) : Promise.resolve(),
  })
}

function creation(projectId: number): BenchRequest {
  return {
    method: 'POST',
    path: `/api/projects/${projectId}/feature_flags/`,
    body: JSON.stringify({ key: `flag-${NUMBER}`, name: 'A new one', filters: sampleFilters(1) }),
  }
}

async function loadDefinitions({ flagdeck }: SitePair, projectId: number): Promise<void> {
  const path = `/flags/definitions?token=${projectToken(projectId)}`
  const { status } = await sendOnce(flagdeck.port, { method: 'GET', path })
  if (status !== 200) throw new Error(`the definitions were answered with ${status}`)
}
