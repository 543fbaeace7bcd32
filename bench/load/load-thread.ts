import { once } from 'node:events'
import { parentPort, Worker } from 'node:worker_threads'

/** A thread of this process that executes measurement orders. */
export interface LoadThread<Order, Report> {
  /** Rejects if a result was not as expected. */
  send(order: Order): Promise<Report>
  close(): Promise<void>
}

type Answer<Report> = { readonly report: Report } | { readonly failure: string }

/** @param script a module that calls {@link answerOrders} */
export function startLoadThread<Order, Report>(script: URL): LoadThread<Order, Report> {
  const worker = new Worker(script)
  return {
    async send(order) {
      const message = once(worker, 'message')
      worker.postMessage(order)
      // The thread sends nothing else.
      const [answer] = (await message) as [Answer<Report>]
      if ('failure' in answer) throw new Error(`under load: ${answer.failure}`)
      return answer.report
    },
    async close() {
      await worker.terminate()
    },
  }
}

/** Calls `work` in a thread for each order. */
export function answerOrders<Order, Report>(work: (order: Order) => Promise<Report>): void {
  parentPort?.on('message', async (order: Order) => {
    const answer: Answer<Report> = await work(order).then(
      (report) => ({ report }),
      (error: unknown) => ({ failure: String(error) }),
    )
    parentPort?.postMessage(answer)
  })
}

/** Runs `use` with a thread, which ends afterwards. */
export async function withLoadThread<Order, Report, T>(
  script: URL,
  use: (thread: LoadThread<Order, Report>) => Promise<T>,
): Promise<T> {
  const thread = startLoadThread<Order, Report>(script)
  try {
    return await use(thread)
  } finally {
    await thread.close()
  }
}
