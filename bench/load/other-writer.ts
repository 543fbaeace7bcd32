import { fork } from 'node:child_process'
import { type ChildFailure, nextReport } from './child-report.ts'

/** What the process sends. */
export type OtherWriterReport = { readonly began: true } | { readonly longestMs: number } | ChildFailure

/** Another organization that writes all the time, in a process of its own. */
export interface OtherWriter {
  /** Ends it, and returns how long its longest write took. */
  end(): Promise<number>
}

/** Starts it on a database, for as long as `use` takes. */
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
