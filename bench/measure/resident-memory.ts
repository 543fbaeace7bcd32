import { readFileSync } from 'node:fs'

/** Megabytes of memory that a process has right now, as Linux counts them. */
export function residentMb(pid: number): number {
  const kibibytes = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
  return (Number(kibibytes) * 1024) / 1e6
}
