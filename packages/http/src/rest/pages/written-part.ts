import { contentTag } from '../content-tag.ts'
import { type HashAtOnce, hashAtOnce } from '../sha256.ts'

/**
 * A text that is a part of many responses, with 128 bits of its SHA-256. They are numbers, because a list of them is
 * hashed synchronously.
 */
export interface WrittenPart {
  readonly text: string
  readonly first: number
  readonly second: number
  readonly third: number
  readonly fourth: number
}

/** Creates a part. Its digest is zero where the runtime cannot hash synchronously. */
export function writtenPart(text: string, hash: HashAtOnce | undefined = hashAtOnce): WrittenPart {
  const digest = hash?.(text) ?? ''
  const word = (index: number) => Number.parseInt(digest.slice(8 * index, 8 * index + 8), 16) | 0
  return { text, first: word(0), second: word(1), third: word(2), fourth: word(3) }
}

/**
 * Longer texts are not stored but written again for each response: stored for each protocol, they would take the memory
 * of all flags again.
 */
const MAX_STORED_LENGTH = 64 * 1024

/** A part for storage, without its text if that is long. Read its text with {@link textOfPart}. */
export function storedPart(text: string, hash: HashAtOnce | undefined = hashAtOnce): WrittenPart {
  const part = writtenPart(text, hash)
  // Where the runtime cannot hash synchronously, texts replace digests.
  return hash && text.length > MAX_STORED_LENGTH ? { ...part, text: '' } : part
}

/** The text of a stored part, written again when it is not stored. */
export function textOfPart<Source>(part: WrittenPart, source: Source, write: (source: Source) => string): string {
  return part.text === '' ? write(source) : part.text
}

/**
 * The entity tag of a response that consists of these parts in this order and of `rest`: 128 bits, without the quotes.
 * It is computed from the digests of the parts, which are a twelfth of their size; without digests, from their texts.
 */
export async function tagOfParts(
  parts: readonly WrittenPart[],
  rest: WrittenPart,
  hash: HashAtOnce | undefined = hashAtOnce,
): Promise<string> {
  if (!hash) return (await contentTag(JSON.stringify([rest, ...parts].map(({ text }) => text)))).slice(1, -1)
  return hash(digestsOf(parts, rest)).slice(0, 32)
}

function digestsOf(parts: readonly WrittenPart[], rest: WrittenPart): Uint8Array {
  const words = new Int32Array(4 * (parts.length + 1))
  put(words, 0, rest)
  let at = 4
  for (const part of parts) {
    put(words, at, part)
    at += 4
  }
  return new Uint8Array(words.buffer)
}

function put(words: Int32Array, at: number, { first, second, third, fourth }: WrittenPart): void {
  words[at] = first
  words[at + 1] = second
  words[at + 2] = third
  words[at + 3] = fourth
}
