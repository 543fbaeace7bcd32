import { parentPort } from 'node:worker_threads'
import { KeepAliveConnection } from './keep-alive-connection.ts'
import type { Load, LoadReport } from './load.ts'

/** Runs in a thread of its own, so that the servers have the main thread to themselves. */
parentPort?.on('message', async (load: Load) => {
  const report = await run(load).catch((error: unknown): LoadReport => ({ failure: String(error) }))
  parentPort?.postMessage(report)
})

let requests = 0

async function run({ port, requestParts, status, connections, durationMs }: Load): Promise<LoadReport> {
  const opened = await Promise.all(Array.from({ length: connections }, () => KeepAliveConnection.open(port)))
  const startedAt = performance.now()
  const answered = await Promise.all(
    opened.map(async (connection) => {
      let answers = 0
      while (performance.now() - startedAt < durationMs) {
        const answer = await connection.send(requestParts.join(String(++requests).padStart(8, '0')))
        if (answer !== status) throw new Error(`answered ${answer} instead of ${status}`)
        answers++
      }
      return answers
    }),
  )
  const elapsedMs = performance.now() - startedAt
  for (const connection of opened) connection.close()
  return { rate: (answered.reduce((sum, answers) => sum + answers, 0) / elapsedMs) * 1000 }
}
