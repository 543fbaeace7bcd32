import type { DefinitionsDocument } from '@flagdeck/core'
import { startByHandEvaluation } from '../by-hand/by-hand-evaluation-site.ts'
import type { BenchDatabase } from '../databases/bench-database.ts'
import { sendOnce } from '../load/bench-request.ts'
import { resultOf } from '../report/result.ts'
import { projectToken } from '../samples/credentials.ts'
import { EVALUATION_REQUEST } from '../samples/evaluation-request.ts'
import { startFlagdeckSite } from '../sites/flagdeck-site.ts'
import type { Site } from '../sites/site.ts'
import { withSite } from '../sites/twin-sites.ts'
import type { BenchCase } from './bench-case.ts'
import { assertSameAnswers, compareSites } from './compare-sites.ts'

/** Measures a remote evaluation of 20 active flags, with five more inactive ones. */
export function httpEvaluate(database: BenchDatabase): BenchCase {
  const name = `http ${database.name} evaluate 20 flags`
  return {
    name,
    run: () =>
      database.withSeeded({ flags: 25 }, async ({ url }) =>
        withSite(await startFlagdeckSite(url), async (flagdeck) =>
          withSite(await startByHandEvaluation(await definitionsOf(flagdeck)), async (beside) => {
            const sites = { flagdeck, beside }
            await assertSameAnswers(sites, EVALUATION_REQUEST)
            const rates = await compareSites(sites, { status: 200, request: () => EVALUATION_REQUEST })
            return [resultOf(name, rates, { unit: '/s', beside: 'by hand', aim: { atLeast: 0.9 } })]
          }),
        ),
      ),
  }
}

async function definitionsOf({ port }: Site): Promise<DefinitionsDocument> {
  const response = await sendOnce(port, { method: 'GET', path: `/flags/definitions?token=${projectToken(1)}` })
  // The endpoint of definitions returns only this.
  return (await response.json()) as DefinitionsDocument
}
