/** What fits a line stays on it. */
const LINE = 60

/**
 * JSON as it is read, a member a line. Text that would not come back as it was, such as a number with more digits than a
 * number keeps, is shown as it is.
 */
export function laidOut(json: string): string {
  if (json.length <= LINE || json.includes('\n')) return json
  try {
    const value: unknown = JSON.parse(json)
    return JSON.stringify(value) === json ? JSON.stringify(value, null, 2) : json
  } catch {
    return json // encrypted payloads are none
  }
}
