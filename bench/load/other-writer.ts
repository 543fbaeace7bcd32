import { fork } from 'node:child_process'
import { type ChildFailure, nextReport } from './child-report.ts'

/** The messages of the process. */
export type OtherWriterReport = { readonly began: true } | { readonly longestMs: number } | ChildFailure

/** Another organization that writes all the time, in a separate process. */
export interface OtherWriter {
  /** Ends it, and returns the duration of its longest write. */
  end(): Promise<number>
}

/** Starts it on a database, and ends it after `use`. */
export async function withOtherWriter<T>(url: string, use: (writer: OtherWriter) => Promise<T>): Promise<T> {
  const child = fork(new URL('./other-writer-process.ts', import.meta.url), [url])
  try {
    await nextReport(child)
    return await use({
      async end() {
        child.send('end')
        return (await nextReport<{ readonly longestMs: number }>(child)).longestMs
      },
    })
  } finally {
    child.kill()
  }
}
