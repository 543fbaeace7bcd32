import type { BodyPart } from '../plain-response.ts'
import { LARGE_RESPONSE_LENGTH } from '../response-memory.ts'

/**
 * The JSON of each item of a list. Items of a long list are bytes in UTF-8, each with a comma before it: V8 stores a text
 * with one character beyond Latin-1 in two bytes for each character, and in its heap. Bytes are outside of it.
 */
export type WrittenItems = readonly string[] | readonly Uint8Array[]

/** How many items are read before it yields, where they may have half a MiB each: few, until they turn out to be small. */
const LARGE_ITEMS_AT_ONCE = 3
const SMALLER_ITEMS_AT_ONCE = 25
/** Characters of JSON that an item may have to count as small. */
const SMALL_LENGTH = 64 * 1024

const encoder = new TextEncoder()

/** Collects the JSON of the items of a list, which are read in parts. Texts are dropped as soon as the list is long. */
export class ItemCollector {
  /** In characters. */
  length = 0
  /** What the items hold once the list is long; 0 before. */
  heldBytes = 0
  /** How many items to read next. */
  itemsAtOnce = LARGE_ITEMS_AT_ONCE
  // Bound: OUT-8 responses
  readonly #texts: string[] = []
  // Bound: OUT-8 responses
  readonly #encoded: Uint8Array[] = []

  get count(): number {
    return this.#texts.length + this.#encoded.length
  }

  get items(): WrittenItems {
    return this.#encoded.length > 0 ? this.#encoded : this.#texts
  }

  /** Writes the items that were read, up to the one that would make the list too long; the first always fits. */
  add<Item>(items: readonly Item[], body: (item: Item) => unknown, maxLength = Number.POSITIVE_INFINITY): boolean {
    this.itemsAtOnce = SMALLER_ITEMS_AT_ONCE
    for (const item of items) {
      const text = JSON.stringify(body(item))
      if (this.count > 0 && this.length + text.length > maxLength) return false
      if (text.length > SMALL_LENGTH) this.itemsAtOnce = LARGE_ITEMS_AT_ONCE
      this.length += text.length
      this.#texts.push(text)
      if (this.length >= LARGE_RESPONSE_LENGTH) this.#encodeTexts()
    }
    return true
  }

  #encodeTexts(): void {
    for (const text of this.#texts.splice(0)) {
      const bytes = encoder.encode(`,${text}`)
      this.heldBytes += bytes.length
      this.#encoded.push(bytes)
    }
  }
}

/** Items in a list with `head` before it and `tail` behind it: in parts where it is long. */
export function listText(head: string, items: WrittenItems, tail: string): string | readonly BodyPart[] {
  if (isTexts(items)) return `${head}${items.join(',')}${tail}`
  return [head, ...items.map((item, index) => (index === 0 ? item.subarray(1) : item)), tail]
}

function isTexts(items: WrittenItems): items is readonly string[] {
  return typeof items[0] !== 'object'
}
