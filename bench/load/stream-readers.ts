import { fork } from 'node:child_process'
import { type ChildFailure, nextReport } from './child-report.ts'

/** The streams to open, all with the same path. */
export interface Readers {
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly count: number
}

/** Readers of event streams, in a separate process. */
export interface StreamReaders {
  /**
   * Resolves when all streams have received one more event, with the time of the last one, in milliseconds since 1970.
   */
  allTold(): Promise<number>
}

/** The messages of the readers. */
export type ReadersReport = { readonly opened: true } | { readonly allToldAt: number } | ChildFailure

/** Opens streams, and closes them after `use`. */
export async function withStreamReaders<T>(readers: Readers, use: (opened: StreamReaders) => Promise<T>): Promise<T> {
  const child = fork(new URL('./stream-readers-process.ts', import.meta.url))
  try {
    child.send(readers)
    await nextReport(child)
    return await use({
      async allTold() {
        child.send('listen')
        return (await nextReport<{ readonly allToldAt: number }>(child)).allToldAt
      },
    })
  } finally {
    child.kill()
  }
}
