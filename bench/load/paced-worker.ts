import { setTimeout as pause } from 'node:timers/promises'
import { KeepAliveConnection } from './keep-alive-connection.ts'
import { answerOrders } from './load-thread.ts'
import type { PacedLoad } from './paced-load.ts'

let requests = 0

/** Nobody waits for the answer before, so a server that stops for a while makes all wait who come meanwhile. */
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

/** From when the request could be sent: that this thread may itself come late says nothing about the server. */
async function durationMs({ port, requestParts, status }: PacedLoad, free: KeepAliveConnection[]): Promise<number> {
  const startedAt = performance.now()
  const connection = free.pop() ?? (await KeepAliveConnection.open(port))
  const answer = await connection.send(requestParts.join(String(++requests).padStart(8, '0')))
  if (answer !== status) throw new Error(`answered ${answer} instead of ${status}`)
  free.push(connection)
  return performance.now() - startedAt
}

answerOrders(run)
