import { readdirSync, readFileSync } from 'node:fs'

const NANOSECONDS = 1e6

/** Returns the CPU time of the threads of a process so far, in milliseconds, as Linux counts it. */
export function processCpuMs(pid: number): number {
  const threads = `/proc/${pid}/task`
  return readdirSync(threads).reduce((sum, thread) => sum + cpuMsOf(`${threads}/${thread}/schedstat`), 0)
}

/**
 * Returns the first of three numbers. `stat` has the same in hundredths of a second, which is too coarse for a short
 * round.
 */
function cpuMsOf(file: string): number {
  return Number(readFileSync(file, 'latin1').split(' ', 1)[0]) / NANOSECONDS
}
