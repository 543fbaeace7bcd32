import type { RequestHeaders } from '../../rest/plain-request.ts'

/**
 * The project version in `Flagdeck-Min-Version`; 0 when none is valid. A client that has just written, on this instance
 * or another, sends it so that the response includes its write (HTTP-62).
 */
export function minVersion(headers: RequestHeaders): number {
  const asked = headers['flagdeck-min-version']
  return asked !== undefined && /^\d{1,15}$/.test(asked) ? Number(asked) : 0
}
