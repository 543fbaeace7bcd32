import type { BenchDatabase } from '../databases/bench-database.ts'
import { resultOf } from '../report/result.ts'
import { withSites } from '../sites/twin-sites.ts'
import type { BenchCase } from './bench-case.ts'
import { assertSameAnswers, compareSites } from './compare-sites.ts'

/** Measures the list of a project with 50 flags. */
export function httpList(database: BenchDatabase): BenchCase {
  const name = `http ${database.name} list 50 flags`
  const request = { method: 'GET', path: '/api/projects/1/feature_flags/' } as const
  return {
    name,
    run: () =>
      withSites(database, { flags: 50 }, async (sites) => {
        await assertSameAnswers(sites, request)
        const rates = await compareSites(sites, { status: 200, request: () => request })
        return [resultOf(name, rates, { unit: '/s', beside: 'by hand', aim: { atLeast: 0.85 } })]
      }),
  }
}
