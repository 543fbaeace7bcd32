import { HOUR_MS } from '../../foundation/time/durations.ts'
import { offsetMinutes } from '../../foundation/time/time-zone.ts'

/**
 * Returns the first moment of the bucket that contains a moment; both are milliseconds since 1970. A bucket is an hour.
 * Where the offset from UTC is not whole hours, it is a quarter of an hour: no day of the zone ends inside a bucket.
 */
export function bucketStart(epochMs: number, zone: string): number {
  const widthMs = offsetMinutes(epochMs, zone) % 60 === 0 ? HOUR_MS : HOUR_MS / 4
  return Math.floor(epochMs / widthMs) * widthMs
}
