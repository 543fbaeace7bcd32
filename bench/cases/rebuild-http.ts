import { requestParts } from '../load/bench-request.ts'
import { startPacedLoad } from '../load/paced-load.ts'
import type { Pair } from '../measure/interleave.ts'
import { percentile } from '../measure/percentile.ts'
import { type Result, resultOf } from '../report/result.ts'
import { evaluationRequest } from '../samples/evaluation-request.ts'
import { byHandCommand } from '../sites/by-hand-command.ts'
import { flagdeckCommand } from '../sites/flagdeck-command.ts'
import { withServerProcess } from '../sites/server-process.ts'
import { ASKED_KEYS, type Rebuilding, ROUND_MS } from './rebuilding.ts'

const REQUEST = requestParts(evaluationRequest(ASKED_KEYS))
const INTERVAL_MS = 5
/** About the size of Flagdeck's responses to the request. */
const ANSWER_BYTES = 6000

/**
 * Measures remote evaluations of 20 flags while the definitions of 10,000 flags are rebuilt, compared with no rebuilds.
 * Then the same for a minimal server on the same machine, which does not depend on the rebuilds.
 */
export function rebuildHttp(name: string, rebuilding: Rebuilding): Promise<readonly Result[]> {
  return withServerProcess(flagdeckCommand(rebuilding.databaseUrl), async (flagdeck) => {
    const own = await compareAnswers(rebuilding, flagdeck.port, flagdeck.port)
    const byHand = await withServerProcess(byHandCommand(ANSWER_BYTES), ({ port }) =>
      compareAnswers(rebuilding, flagdeck.port, port),
    )
    return [
      row(`${name}, p99 of POST /flags/`, own, { atMost: 3 }),
      row(`${name}, p99 of a bare node:http server beside it`, byHand, null),
    ]
  })
}

function row(name: string, pair: Pair, aim: Result['aim']): Result {
  return { ...resultOf(name, pair, { unit: 'ms', beside: 'quiet' }), aim }
}

async function compareAnswers({ compare }: Rebuilding, rebuiltPort: number, askedPort: number): Promise<Pair> {
  const generator = startPacedLoad()
  const load = { port: askedPort, requestParts: REQUEST, status: 200, intervalMs: INTERVAL_MS, durationMs: ROUND_MS }
  try {
    return await compare(rebuiltPort, async () => percentile(await generator.send(load), 0.99))
  } finally {
    await generator.close()
  }
}
