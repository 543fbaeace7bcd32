import type { BenchDatabase } from '../databases/bench-database.ts'
import { resultOf } from '../report/result.ts'
import { withSites } from '../sites/twin-sites.ts'
import type { BenchCase } from './bench-case.ts'
import { assertSameAnswers, compareSites } from './compare-sites.ts'

/** Measures reading one flag by its id. */
export function httpRetrieve(database: BenchDatabase): BenchCase {
  const name = `http ${database.name} retrieve a flag`
  const request = { method: 'GET', path: '/api/projects/1/feature_flags/25/' } as const
  return {
    name,
    run: () =>
      withSites(database, { flags: 50 }, async (sites) => {
        await assertSameAnswers(sites, request)
        const rates = await compareSites(sites, { status: 200, request: () => request })
        return [resultOf(name, rates, { unit: '/s', beside: 'by hand', aim: { atLeast: 0.75 } })]
      }),
  }
}
