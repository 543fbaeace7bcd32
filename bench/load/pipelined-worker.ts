import { setImmediate as turn } from 'node:timers/promises'
import { answerOrders } from './load-thread.ts'
import { NumberedRequests } from './numbered-requests.ts'
import { PipelinedConnection } from './pipelined-connection.ts'
import type { PipelinedLoad, PipelinedReport } from './pipelined-load.ts'

/** Waking up for each response takes longer than reading it, so the thread sleeps and then reads many. */
const REST_MS = 1

let requests = 0

async function run(load: PipelinedLoad): Promise<PipelinedReport> {
  const { ports, status, connections, durationMs } = load
  const opening = ports.flatMap((port) =>
    Array.from({ length: connections }, () => PipelinedConnection.open(port, status)),
  )
  const opened = await Promise.all(opening)
  const usedBefore = process.cpuUsage()
  const startedAt = performance.now()
  const until = startedAt + durationMs
  const working = Promise.all(opened.map((connection) => keepBusy(connection, load, until)))
  await restUntil(until)
  const answers = await working
  const elapsedMs = performance.now() - startedAt
  const { user, system } = process.cpuUsage(usedBefore)
  for (const connection of opened) connection.close()
  return { answers: answers.reduce((sum, count) => sum + count, 0), elapsedMs, cpuMs: (user + system) / 1000 }
}

async function keepBusy(
  connection: PipelinedConnection,
  { requestParts, atOnce }: PipelinedLoad,
  until: number,
): Promise<number> {
  const batch = new NumberedRequests(requestParts, atOnce)
  let answers = 0
  while (performance.now() < until) {
    batch.number(requests)
    requests += atOnce
    await connection.send(batch.bytes, atOnce)
    answers += atOnce
  }
  return answers
}

async function restUntil(time: number): Promise<void> {
  const nobody = new Int32Array(new SharedArrayBuffer(4))
  while (performance.now() < time) {
    await turn()
    Atomics.wait(nobody, 0, 0, REST_MS)
  }
}

answerOrders(run)
