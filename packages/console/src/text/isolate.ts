/** Characters of right-to-left scripts, and controls that change the direction of the following text. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
const FIRST_STRONG_ISOLATE = '\u2068'
const POP_DIRECTIONAL_ISOLATE = '\u2069'

/**
 * Returns a value for the middle of a sentence. A value with right-to-left characters is wrapped in an isolate, so that
 * it does not reorder the words and numbers around it (UAX #9, "Explicit Directional Isolates"). Every sentence that
 * contains text of users MUST insert it with this function (CONSOLE-180).
 */
export function isolate(value: string): string {
  if (!RIGHT_TO_LEFT.test(value)) return value
  return FIRST_STRONG_ISOLATE + value + POP_DIRECTIONAL_ISOLATE.repeat(1 + openIsolates(value))
}

/** Returns the number of isolates that the value opens and does not close. They would extend beyond the value. */
function openIsolates(value: string): number {
  let open = 0
  for (const character of value) {
    if (character >= '\u2066' && character <= '\u2068') open += 1
    else if (character === POP_DIRECTIONAL_ISOLATE && open > 0) open -= 1
  }
  return open
}
