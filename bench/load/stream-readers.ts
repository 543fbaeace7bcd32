import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** Which streams to open, all of the same path. */
export interface Readers {
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly count: number
}

/** Readers of event streams, in a process of their own. */
export interface StreamReaders {
  /** The moment at which the last of them had heard one more event, in milliseconds since 1970, once that was. */
  allTold(): Promise<number>
}

/** What the readers say. */
export type ReadersReport = { readonly opened: true } | { readonly allToldAt: number } | { readonly failure: string }

/** Opens streams, for as long as `use` takes. */
export async function withStreamReaders<T>(readers: Readers, use: (opened: StreamReaders) => Promise<T>): Promise<T> {
  const child = fork(new URL('./stream-readers-process.ts', import.meta.url))
  try {
    child.send(readers)
    await reportOf(child)
    return await use({
      async allTold() {
        child.send('listen')
        const report = await reportOf(child)
        return 'allToldAt' in report ? report.allToldAt : Number.NaN
      },
    })
  } finally {
    child.kill()
  }
}

async function reportOf(child: ChildProcess): Promise<ReadersReport> {
  // The process sends nothing else.
  const [report] = (await once(child, 'message')) as [ReadersReport]
  if ('failure' in report) throw new Error(report.failure)
  return report
}
