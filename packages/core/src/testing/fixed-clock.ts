import type { Clock } from '../foundation/time/timestamp.ts'

/** A clock that stands still until a test moves it. */
export interface FixedClock extends Clock {
  /** Moves the clock, back too when `ms` is below zero. */
  advance(ms: number): void
}

/** A clock at `epochMs`, milliseconds since 1970; noon of 1 January 2026 UTC when missing. */
export function fixedClock(epochMs = Date.UTC(2026, 0, 1, 12)): FixedClock {
  let now = epochMs
  const advance = (ms: number): void => {
    now += ms
  }
  return Object.assign(() => now, { advance })
}
