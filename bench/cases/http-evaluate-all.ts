import { startByHandJoining } from '../by-hand/by-hand-joining-site.ts'
import type { BenchDatabase } from '../databases/bench-database.ts'
import { sendOnce } from '../load/bench-request.ts'
import { type Result, resultOf } from '../report/result.ts'
import { EVALUATION_REQUEST } from '../samples/evaluation-request.ts'
import { switchedFlags } from '../samples/switched-flags.ts'
import { flagdeckFlag } from '../sites/flagdeck-flag-server.ts'
import { startFlagdeckSite } from '../sites/flagdeck-site.ts'
import type { Site } from '../sites/site.ts'
import { withSite } from '../sites/twin-sites.ts'
import type { BenchCase } from './bench-case.ts'
import { compareSites } from './compare-sites.ts'

const ENCODINGS = ['zstd', 'br', 'gzip'] as const

/** Measures a remote evaluation of 1,000 flags, without compression and with each encoding. */
export function httpEvaluateAll(database: BenchDatabase): BenchCase {
  const name = `http ${database.name} evaluate 1,000 flags`
  return {
    name,
    run: () =>
      database.withSeeded({ flags: switchedFlags(1000).map(flagdeckFlag) }, async ({ url }) =>
        withSite(await startFlagdeckSite(url), async (flagdeck) => {
          const results = [await besideJoining(name, flagdeck)]
          for (const encoding of ENCODINGS) results.push(await besidePlain(name, flagdeck, encoding))
          return results
        }),
      ),
  }
}

async function besideJoining(name: string, flagdeck: Site): Promise<Result> {
  const answer = await (await sendOnce(flagdeck.port, EVALUATION_REQUEST)).text()
  return withSite(await startByHandJoining(answer), async (beside) => {
    const rates = await compareSites({ flagdeck, beside }, { status: 200, request: () => EVALUATION_REQUEST })
    return resultOf(name, rates, { unit: '/s', beside: 'texts joined by hand', aim: { atLeast: 0.6 } })
  })
}

/** Compares clients that accept an encoding with clients that accept none, on the same server. */
async function besidePlain(name: string, { port }: Site, encoding: string): Promise<Result> {
  const sites = { flagdeck: { port }, beside: { port } }
  const encoded = { ...EVALUATION_REQUEST, headers: { ...EVALUATION_REQUEST.headers, 'accept-encoding': encoding } }
  const rates = await compareSites(sites, {
    status: 200,
    request: (_, site) => (site === sites.flagdeck ? encoded : EVALUATION_REQUEST),
  })
  return resultOf(`${name}, ${encoding}`, rates, { unit: '/s', beside: 'without compression', aim: { atLeast: 0.67 } })
}
