import type { DefinitionsDocument } from '@flagdeck/core'
import { startByHandEvaluation } from '../by-hand/by-hand-evaluation-site.ts'
import type { BenchDatabase } from '../databases/bench-database.ts'
import { type BenchRequest, NUMBER, sendOnce } from '../load/bench-request.ts'
import { resultOf } from '../report/result.ts'
import { projectToken } from '../samples/credentials.ts'
import { startFlagdeckSite } from '../sites/flagdeck-site.ts'
import type { Site } from '../sites/site.ts'
import { withSite } from '../sites/twin-sites.ts'
import type { BenchCase } from './bench-case.ts'
import { assertSameAnswers, compareSites } from './compare-sites.ts'

/** As posthog-node sends it, with all properties that the flags look at, for another subject every time. */
const REQUEST: BenchRequest = {
  method: 'POST',
  path: '/flags/?v=2',
  headers: { 'user-agent': 'posthog-node/5.70.0' },
  body: JSON.stringify({
    token: projectToken(1),
    distinct_id: `user-${NUMBER}`,
    groups: {},
    person_properties: { plan: 'pro', email: `user-${NUMBER}@example.test`, country: 'AT' },
    group_properties: {},
    geoip_disable: true,
    evaluation_runtime: 'server',
  }),
}

/** A remote evaluation of 20 flags that are on, five more being off. */
export function httpEvaluate(database: BenchDatabase): BenchCase {
  const name = `http ${database.name} evaluate 20 flags`
  return {
    name,
    run: () =>
      database.withSeeded({ flags: 25 }, async ({ url }) =>
        withSite(await startFlagdeckSite(url), async (flagdeck) =>
          withSite(await startByHandEvaluation(await definitionsOf(flagdeck)), async (byHand) => {
            const sites = { flagdeck, byHand }
            await assertSameAnswers(sites, REQUEST)
            const rates = await compareSites(sites, { status: 200, request: () => REQUEST })
            return [resultOf(name, rates, { unit: '/s', beside: 'by hand', aim: { atLeast: 0.8 } })]
          }),
        ),
      ),
  }
}

async function definitionsOf({ port }: Site): Promise<DefinitionsDocument> {
  const response = await sendOnce(port, { method: 'GET', path: `/flags/definitions?token=${projectToken(1)}` })
  // The definitions feed answers nothing else.
  return (await response.json()) as DefinitionsDocument
}
