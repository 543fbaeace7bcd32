import { KeepAliveConnection } from './keep-alive-connection.ts'
import type { Load } from './load.ts'
import { answerOrders } from './load-thread.ts'

let requests = 0

/** Runs in a separate thread, so that the servers have the main thread to themselves. */
async function run({ port, requestParts, status, connections, durationMs }: Load): Promise<number> {
  const opened = await Promise.all(Array.from({ length: connections }, () => KeepAliveConnection.open(port)))
  const startedAt = performance.now()
  const answered = await Promise.all(
    opened.map(async (connection) => {
      let answers = 0
      while (performance.now() - startedAt < durationMs) {
        const answer = await connection.send(requestParts.join(String(++requests).padStart(8, '0')))
        if (answer !== status) throw new Error(`port ${port} answered ${answer} instead of ${status}`)
        answers++
      }
      return answers
    }),
  )
  const elapsedMs = performance.now() - startedAt
  for (const connection of opened) connection.close()
  return (answered.reduce((sum, answers) => sum + answers, 0) / elapsedMs) * 1000
}

answerOrders(run)
