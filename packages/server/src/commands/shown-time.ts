import type { Timestamp } from '@flagdeck/core'

/** Returns a time for a terminal: `2026-11-27 11:05 UTC`. `--json` prints the exact time. */
export function shownTime(timestamp: Timestamp): string {
  return `${timestamp.slice(0, 16).replace('T', ' ')} UTC`
}
