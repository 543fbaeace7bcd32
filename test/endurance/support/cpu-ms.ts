import { readFileSync } from 'node:fs'

const TICKS_A_SECOND = 100
/** Indexes after the name of the program, which is in parentheses and may contain any character. */
const USER_TICKS = 11
const SYSTEM_TICKS = 12

/** Returns the CPU time of a process in milliseconds; undefined on systems other than Linux. */
export function cpuMs(pid: number | undefined): number | undefined {
  if (process.platform !== 'linux') return undefined
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return ((Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) * 1000) / TICKS_A_SECOND
}
