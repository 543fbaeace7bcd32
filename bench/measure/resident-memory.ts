import { readFileSync } from 'node:fs'

/** Returns the current resident memory of a process in megabytes, as Linux counts it. */
export function residentMb(pid: number): number {
  const kibibytes = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
  return (Number(kibibytes) * 1024) / 1e6
}
