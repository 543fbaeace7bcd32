import type { Log } from './logging/logger.ts'

/** Ends the process with `code` after its log is written, or by SIGKILL if the reader of the log blocks (SERVE-34). */
export async function endProcess({ close }: Log, code: 0 | 1): Promise<void> {
  if (await close()) process.exit(code)
  // A blocked write also blocks `process.exit`, forever.
  process.kill(process.pid, 'SIGKILL')
}
