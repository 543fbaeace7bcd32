import type { Clock } from '../foundation/time/timestamp.ts'

/** A clock that only moves when a test moves it. */
export interface FixedClock extends Clock {
  /** Moves the clock by `ms`; a negative number moves it back. */
  advance(ms: number): void
}

/** Returns a clock at `epochMs`, milliseconds since 1970; by default noon of 1 January 2026 UTC. */
export function fixedClock(epochMs = Date.UTC(2026, 0, 1, 12)): FixedClock {
  let now = epochMs
  const advance = (ms: number): void => {
    now += ms
  }
  return Object.assign(() => now, { advance })
}
