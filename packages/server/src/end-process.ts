import type { Log } from './logging/logger.ts'

/** Ends the process with `code` once its log is written; by SIGKILL where nobody reads that (SERVE-34). */
export async function endProcess({ close }: Log, code: 0 | 1): Promise<void> {
  if (await close()) process.exit(code)
  // A write that waits for a reader keeps even `process.exit` waiting, for ever.
  process.kill(process.pid, 'SIGKILL')
}
