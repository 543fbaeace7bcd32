import { startByHandParsing } from '../by-hand/by-hand-parsing-site.ts'
import type { BenchDatabase } from '../databases/bench-database.ts'
import { requestParts } from '../load/bench-request.ts'
import { startLoadGenerator } from '../load/load-generator.ts'
import { interleave, type Pair } from '../measure/interleave.ts'
import { resultOf } from '../report/result.ts'
import { EVENTS_PER_BATCH, flagCalledBatch } from '../samples/flag-called-batch.ts'
import { sampleFlags } from '../samples/sample-flags.ts'
import { startFlagdeckSite } from '../sites/flagdeck-site.ts'
import type { LoadedSite, SitePair } from '../sites/site-pair.ts'
import { withSite } from '../sites/twin-sites.ts'
import type { BenchCase } from './bench-case.ts'

const ROUNDS = { warmUp: 2, counted: 8 }
/** Long enough for many flushes, which run in the measured process. */
const ROUND_MS = 1500
const CONNECTIONS = 8

/** Events of called flags, each of another user: read, counted, and written to the database. */
export function httpCapture(database: BenchDatabase): BenchCase {
  const name = `http ${database.name} count events, 100 a batch`
  return {
    name,
    run: () =>
      database.withSeeded({ flags: 25 }, async ({ url }) =>
        withSite(await startFlagdeckSite(url), async (flagdeck) =>
          withSite(await startByHandParsing(), async (beside) => {
            const rates = await eventRates({ flagdeck, beside })
            return [resultOf(name, rates, { unit: '/s', beside: 'only parsed' })]
          }),
        ),
      ),
  }
}

async function eventRates({ flagdeck, beside }: SitePair): Promise<Pair> {
  const generator = startLoadGenerator()
  const keys = sampleFlags(25).map(({ key }) => key)
  const parts = requestParts(flagCalledBatch((index) => keys[index] ?? ''))
  const load = { requestParts: parts, status: 200, connections: CONNECTIONS, durationMs: ROUND_MS }
  const measure = (site: LoadedSite) => async () =>
    (await generator.send({ port: site.port, ...load })) * EVENTS_PER_BATCH
  try {
    return await interleave(measure(flagdeck), measure(beside), ROUNDS)
  } finally {
    await generator.close()
  }
}
