import { readFileSync } from 'node:fs'

const TICKS_A_SECOND = 100
/** Places after the name of the program, which is in brackets and may have anything in it. */
const USER_TICKS = 11
const SYSTEM_TICKS = 12

/** How long a process has worked, in milliseconds; undefined where the system does not tell as Linux does. */
export function cpuMs(pid: number | undefined): number | undefined {
  if (process.platform !== 'linux') return undefined
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return ((Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) * 1000) / TICKS_A_SECOND
}
