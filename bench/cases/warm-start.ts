import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { redisServices } from '@flagdeck/redis'
import { postgresDatabase } from '../databases/postgres-database.ts'
import { withRedis } from '../databases/redis-server.ts'
import { answerText } from '../load/answer-text.ts'
import { sendOnce } from '../load/bench-request.ts'
import { interleave } from '../measure/interleave.ts'
import { type Result, resultOf } from '../report/result.ts'
import { evaluationRequest } from '../samples/evaluation-request.ts'
import { byHandCommand } from '../sites/by-hand-command.ts'
import { buildServer, flagdeckCommand } from '../sites/flagdeck-command.ts'
import { type ServerCommand, withServerProcess } from '../sites/server-process.ts'
import type { BenchCase } from './bench-case.ts'

const FLAGS = 10_000
const ROUNDS = { warmUp: 1, counted: 9 }
const NAME = 'warm start, 10,000 flags'
const REQUEST = evaluationRequest(Array.from({ length: 25 }, (_, index) => `flag-${FLAGS - 1 - index}`))
const POLL_INTERVAL_MS = 20

/**
 * The time from the start of a process until it is ready and has returned its first correct result, with the
 * definitions in Redis. It is compared with a start without Redis, and with a minimal server.
 */
export const warmStart: BenchCase = {
  name: NAME,
  run() {
    buildServer()
    return postgresDatabase.withSeeded({ flags: FLAGS }, ({ url }) =>
      withRedis(async (redisUrl) => {
        const prefix = `bench-${randomUUID()}`
        const warm = flagdeckCommand(url, { REDIS_URL: redisUrl, FLAGDECK_REDIS_PREFIX: prefix })
        const right = await fillRedis(warm, redisUrl, prefix)
        const start = () => startMs(warm, right)
        const besideCold = await interleave(start, () => startMs(flagdeckCommand(url), right), ROUNDS)
        const besideBare = await interleave(start, () => startMs(byHandCommand(right.length)), ROUNDS)
        const cold = resultOf(`${NAME}, beside a cold one`, besideCold, { unit: 'ms', beside: 'without Redis' })
        return [
          aimedAlone(cold),
          cold,
          resultOf(`${NAME}, beside a bare server`, besideBare, { unit: 'ms', beside: 'bare node:http' }),
        ]
      }),
    )
  },
}

/** Returns the result with its target as a time, which does not depend on the comparison. */
function aimedAlone(result: Result): Result {
  return { ...result, name: NAME, beside: null, ratio: null, aim: { atMost: 1000 } }
}

/** Returns the response to the request. */
async function fillRedis(command: ServerCommand, redisUrl: string, prefix: string): Promise<string> {
  const redis = redisServices(redisUrl, { prefix })
  try {
    return await withServerProcess(command, async ({ port }) => {
      const right = await answerText(port, REQUEST)
      while (!(await redis.definitionsCache.find(1))) await pause(POLL_INTERVAL_MS)
      return right
    })
  } finally {
    await redis.close()
  }
}

async function startMs(command: ServerCommand, right?: string): Promise<number> {
  return withServerProcess(command, async ({ port, readyAfterMs }) => {
    const readyAt = performance.now()
    const answer = await answerText(port, REQUEST)
    const answeredAfterMs = performance.now() - readyAt
    if (right !== undefined && answer !== right) throw new Error(`answered ${answer} instead of ${right}`)
    if (command.env?.REDIS_URL !== undefined) await assertFoundInRedis(port)
    return readyAfterMs + answeredAfterMs
  })
}

async function assertFoundInRedis(port: number): Promise<void> {
  const metrics = await (await sendOnce(port, { method: 'GET', path: '/metrics' })).text()
  if (!/^definitions_cache_hits_total [1-9]/m.test(metrics)) throw new Error('the definitions did not come from Redis')
}
