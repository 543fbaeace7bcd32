import { setTimeout as pause } from 'node:timers/promises'
import { KeepAliveConnection } from './keep-alive-connection.ts'
import { answerOrders } from './load-thread.ts'
import type { PacedLoad } from './paced-load.ts'

let requests = 0

/**
 * Sends requests without waiting for previous responses, so a pause of the server delays all requests that arrive in
 * it.
 */
async function run(load: PacedLoad): Promise<readonly number[]> {
  const free: KeepAliveConnection[] = []
  const waiting: Promise<number>[] = []
  const startedAt = performance.now()
  for (let count = 0; performance.now() - startedAt < load.durationMs; count++) {
    waiting.push(durationMs(load, free))
    await pause(Math.max(0, startedAt + (count + 1) * load.intervalMs - performance.now()))
  }
  const durations = await Promise.all(waiting)
  for (const connection of free) connection.close()
  return durations
}

/** Returns the duration since the request could be sent: a delay of this thread does not count for the server. */
async function durationMs({ port, requestParts, status }: PacedLoad, free: KeepAliveConnection[]): Promise<number> {
  const startedAt = performance.now()
  const connection = free.pop() ?? (await KeepAliveConnection.open(port))
  const answer = await connection.send(requestParts.join(String(++requests).padStart(8, '0')))
  if (answer !== status) throw new Error(`answered ${answer} instead of ${status}`)
  free.push(connection)
  return performance.now() - startedAt
}

answerOrders(run)
