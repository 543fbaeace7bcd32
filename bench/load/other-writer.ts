import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** What the process sends. */
export type OtherWriterReport = { readonly began: true } | { readonly longestMs: number } | { readonly failure: string }

/** Another organization that writes all the time, in a process of its own. */
export interface OtherWriter {
  /** Ends it, and returns how long its longest write took. */
  end(): Promise<number>
}

/** Starts it on a database, for as long as `use` takes. */
export async function withOtherWriter<T>(url: string, use: (writer: OtherWriter) => Promise<T>): Promise<T> {
  const child = fork(new URL('./other-writer-process.ts', import.meta.url), [url])
  try {
    await reportOf(child)
    return await use({
      async end() {
        child.send('end')
        const report = await reportOf(child)
        return 'longestMs' in report ? report.longestMs : Number.NaN
      },
    })
  } finally {
    child.kill()
  }
}

async function reportOf(child: ChildProcess): Promise<OtherWriterReport> {
  // The process sends nothing else.
  const [report] = (await once(child, 'message')) as [OtherWriterReport]
  if ('failure' in report) throw new Error(report.failure)
  return report
}
