import type { Check } from './check.ts'

/** When this release was made: a clock before that is wrong. */
const RELEASED_MS = Date.UTC(2026, 10, 1)

/** Whether the clock can be right: keys expire and changes are dated by it. */
export function clockCheck(nowMs: number): Check {
  const now = new Date(nowMs).toISOString()
  return nowMs >= RELEASED_MS
    ? { name: 'clock', ok: true, detail: now }
    : { name: 'clock', ok: false, detail: `The clock says ${now}, which has long passed: set it.` }
}
