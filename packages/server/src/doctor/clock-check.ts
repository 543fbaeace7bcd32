import type { Check } from './check.ts'

/** The date of this release: an earlier clock is wrong. */
const RELEASED_MS = Date.UTC(2026, 10, 1)

/** Whether the clock can be right. Expiry of keys and dates of changes depend on it. */
export function clockCheck(nowMs: number): Check {
  const now = new Date(nowMs).toISOString()
  return nowMs >= RELEASED_MS
    ? { name: 'clock', ok: true, detail: now }
    : { name: 'clock', ok: false, detail: `The system clock is wrong (${now}): set it to the current time.` }
}
