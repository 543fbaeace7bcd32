import { HOUR_MS } from '../../foundation/time/durations.ts'
import { offsetMinutes } from '../../foundation/time/time-zone.ts'

/**
 * First moment of the bucket that a moment is in; both are milliseconds since 1970. A bucket is an hour; where clocks
 * are not whole hours from UTC it is a quarter, so that no day of the zone ends inside one.
 */
export function bucketStart(epochMs: number, zone: string): number {
  const widthMs = offsetMinutes(epochMs, zone) % 60 === 0 ? HOUR_MS : HOUR_MS / 4
  return Math.floor(epochMs / widthMs) * widthMs
}
