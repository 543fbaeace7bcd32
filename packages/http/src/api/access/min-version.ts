import type { RequestHeaders } from '../../rest/plain-request.ts'

/**
 * The project version that `Flagdeck-Min-Version` asks for: whoever has just written, here or on another instance,
 * is then answered with its write in (HTTP-62). 0 when nothing usable was sent.
 */
export function minVersion(headers: RequestHeaders): number {
  const asked = headers['flagdeck-min-version']
  return asked !== undefined && /^\d{1,15}$/.test(asked) ? Number(asked) : 0
}
