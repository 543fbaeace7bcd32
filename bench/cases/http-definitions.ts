import { BY_HAND_TAG } from '../by-hand/by-hand-site.ts'
import type { BenchDatabase } from '../databases/bench-database.ts'
import { type BenchRequest, sendOnce } from '../load/bench-request.ts'
import { resultOf } from '../report/result.ts'
import { projectToken } from '../samples/credentials.ts'
import { withSites } from '../sites/twin-sites.ts'
import type { BenchCase } from './bench-case.ts'
import { compareSites } from './compare-sites.ts'

/** Measures the poll of an SDK that already has the newest of 350 definitions. */
export function httpDefinitions(database: BenchDatabase): BenchCase {
  const name = `http ${database.name} poll 350 definitions, 304`
  return {
    name,
    run: () =>
      withSites(database, { flags: 350 }, async (sites) => {
        const etag = (await sendOnce(sites.flagdeck.port, poll(''))).headers.get('etag') ?? ''
        const rates = await compareSites(sites, {
          status: 304,
          request: (_, site) => poll(site === sites.flagdeck ? etag : BY_HAND_TAG),
        })
        return [resultOf(name, rates, { unit: '/s', beside: 'by hand', aim: { atLeast: 0.85 } })]
      }),
  }
}

/** Returns a request with the path and the query of posthog-node. */
function poll(etag: string): BenchRequest {
  const path = `/flags/definitions?token=${projectToken(1)}&send_cohorts`
  return { method: 'GET', path, headers: { 'if-none-match': etag } }
}
