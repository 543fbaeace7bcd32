import { contentTag } from '../content-tag.ts'
import { type HashAtOnce, hashAtOnce } from '../sha256.ts'

/** A text that is a part of many answers, with 128 bits of its SHA-256; numbers, because a list of them is hashed at once. */
export interface WrittenPart {
  readonly text: string
  readonly first: number
  readonly second: number
  readonly third: number
  readonly fourth: number
}

/** Makes a part; where nothing can be hashed at once, its digest says nothing. */
export function writtenPart(text: string, hash: HashAtOnce | undefined = hashAtOnce): WrittenPart {
  const digest = hash?.(text) ?? ''
  const word = (index: number) => Number.parseInt(digest.slice(8 * index, 8 * index + 8), 16) | 0
  return { text, first: word(0), second: word(1), third: word(2), fourth: word(3) }
}

/** Longer texts are written again for each answer: stored for each protocol, they would take the memory of the flags again. */
const MAX_STORED_LENGTH = 64 * 1024

/** A part to be stored: it has no text when that is long. Read its text by {@link textOfPart}. */
export function storedPart(text: string, hash: HashAtOnce | undefined = hashAtOnce): WrittenPart {
  const part = writtenPart(text, hash)
  // Where nothing can be hashed at once, texts stand for digests.
  return hash && text.length > MAX_STORED_LENGTH ? { ...part, text: '' } : part
}

/** The text of a stored part, written again when it is not stored. */
export function textOfPart<Source>(part: WrittenPart, source: Source, write: (source: Source) => string): string {
  return part.text === '' ? write(source) : part.text
}

/**
 * An entity tag of an answer that consists of these parts in this order and of `rest`: 128 bits, without the quotes. It is
 * made of the digests of the parts, which are a twelfth of them; where there are none, of their texts.
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
