import { mapYielding, yieldToOthers } from '@flagdeck/core/store'

/** Text of more characters is answered as bytes: making one text of its parts, and bytes of that, takes too long at one go. */
const MAX_TEXT_LENGTH = 16 * 1024 * 1024

const encoder = new TextEncoder()

/**
 * The JSON of an object, cut at the entries of its lists, and each part as what `part` makes of it. It yields in between:
 * what is as long as a dashboard at its largest would keep everybody waiting if it were written at one go.
 */
export function jsonParts<Part>(document: object, part: (text: string) => Part): Promise<Part[]> {
  return mapYielding(partsOf(document), part, 1)
}

function* partsOf(document: object): Generator<string> {
  let lead = '{'
  for (const [key, value] of Object.entries(document)) {
    if (value === undefined) continue
    yield `${lead}${JSON.stringify(key)}:`
    yield* valueParts(value)
    lead = ','
  }
  yield lead === '{' ? '{}' : '}'
}

function* valueParts(value: unknown): Generator<string> {
  if (!Array.isArray(value) || value.length === 0) return yield JSON.stringify(value)
  let lead = '['
  for (const entry of value) {
    yield `${lead}${JSON.stringify(entry)}`
    lead = ','
  }
  yield ']'
}

/** Parts of JSON as what can be answered: one text, or bytes where that would be too long. It yields in between. */
export async function joinedJson(
  parts: readonly string[],
  maxTextLength = MAX_TEXT_LENGTH,
): Promise<string | Uint8Array> {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return length <= maxTextLength ? parts.join('') : joinedBytes(parts)
}

async function joinedBytes(parts: readonly string[]): Promise<Uint8Array> {
  const pieces = await mapYielding(parts, (part) => encoder.encode(part), 1)
  await yieldToOthers()
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  await mapYielding(
    pieces,
    (piece) => {
      bytes.set(piece, at)
      at += piece.length
    },
    1,
  )
  return bytes
}
