/** What is written has 64 levels at most. From some thousands on, walking through a document overflows the stack. */
const MOST_LEVELS = 500

const [QUOTE, BACKSLASH, LIST, LIST_END, OBJECT, OBJECT_END] = [...'"\\[]{}'].map((text) => text.charCodeAt(0))

/** Whether a JSON text is nested too deeply for anybody to walk through what it says. */
export function isTooDeep(json: string): boolean {
  // Every level takes two characters, so that most documents need no look.
  if (json.length <= 2 * MOST_LEVELS) return false
  let level = 0
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) at = endOfString(json, at)
    else if (code === LIST || code === OBJECT) level++
    else if (code === LIST_END || code === OBJECT_END) level--
    if (level > MOST_LEVELS) return true
  }
  return false
}

/** Where the string that begins at `start` ends. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1)
  while (end > 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1)
  return end < 0 ? json.length : end
}

function isEscaped(json: string, at: number): boolean {
  let backslashes = 0
  while (json.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++
  return backslashes % 2 === 1
}
