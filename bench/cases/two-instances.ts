import { postgresDatabase } from '../databases/postgres-database.ts'
import { sendOnce } from '../load/bench-request.ts'
import { withLoadThread } from '../load/load-thread.ts'
import { interleave } from '../measure/interleave.ts'
import { type Result, resultOf } from '../report/result.ts'
import { EVALUATION_REQUEST } from '../samples/evaluation-request.ts'
import { byHandCommand } from '../sites/by-hand-command.ts'
import { buildServer, flagdeckCommand } from '../sites/flagdeck-command.ts'
import { type ServerCommand, withServerProcess } from '../sites/server-process.ts'
import type { BenchCase } from './bench-case.ts'
import { twoBesideOne } from './two-beside-one.ts'

const FLAGS = 25
const NAME = 'two instances'
const ROUNDS = { warmUp: 2, counted: 12 }
const ROUND_MS = 250

/**
 * A remote evaluation of 20 flags by two servers on one database, compared with one of them. Before it, the speedup of
 * two cores for plain counting, and for servers that do nothing but HTTP, which are the upper limits.
 */
export const twoInstances: BenchCase = {
  name: NAME,
  run() {
    buildServer()
    return postgresDatabase.withSeeded({ flags: FLAGS }, async ({ url }) => {
      const flagdeck = flagdeckCommand(url)
      const byHand = byHandCommand(await answerBytes(flagdeck))
      return [
        await twoCounting(),
        ...(await twoBesideOne('two bare node:http servers', byHand)),
        ...(await twoBesideOne(NAME, flagdeck, { atLeast: 1.7 })),
      ]
    })
  },
}

function answerBytes(command: ServerCommand): Promise<number> {
  return withServerProcess(command, async ({ port }) => {
    const response = await sendOnce(port, EVALUATION_REQUEST)
    return (await response.arrayBuffer()).byteLength
  })
}

/** Measures the speedup by two cores: they may be hyper-threads of one core, or shared with other machines. */
function twoCounting(): Promise<Result> {
  const script = new URL('../load/counting-worker.ts', import.meta.url)
  return withLoadThread<number, number, Result>(script, (first) =>
    withLoadThread<number, number, Result>(script, async (second) => {
      const steps = async (counting: readonly (typeof first)[]) => {
        const done = await Promise.all(counting.map((thread) => thread.send(ROUND_MS)))
        return done.reduce((sum, count) => sum + count, 0) / (ROUND_MS / 1000)
      }
      const rates = await interleave(
        () => steps([first, second]),
        () => steps([first]),
        ROUNDS,
      )
      return resultOf('two threads that only count', rates, { unit: '/s', beside: 'one' })
    }),
  )
}
