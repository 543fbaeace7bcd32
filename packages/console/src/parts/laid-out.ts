/** The maximum length of JSON that stays on one line. */
const LINE = 60

/**
 * Returns JSON with one member on each line. Text that parsing would change is returned as it is, such as a number with
 * more digits than a number type holds.
 */
export function laidOut(json: string): string {
  if (json.length <= LINE || json.includes('\n')) return json
  try {
    const value: unknown = JSON.parse(json)
    return JSON.stringify(value) === json ? JSON.stringify(value, null, 2) : json
  } catch {
    return json // encrypted payloads are not JSON
  }
}
