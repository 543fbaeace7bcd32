import type { BodyPart } from '../plain-response.ts'
import { LARGE_RESPONSE_LENGTH } from '../response-memory.ts'

/**
 * The JSON of each item of a list. Items of a long list are UTF-8 bytes, each preceded by a comma. V8 stores a text
 * with a single character beyond Latin-1 in two bytes per character, in its heap. Bytes are outside of the heap.
 */
export type WrittenItems = readonly string[] | readonly Uint8Array[]

/**
 * How many items are read before other requests run: few while items may be large (half a MiB each), more once they
 * prove small.
 */
export const LARGE_ITEMS_AT_ONCE = 3
export const SMALL_ITEMS_AT_ONCE = 25
/** The maximum length of a small item's JSON, in characters. */
export const SMALL_LENGTH = 64 * 1024

const encoder = new TextEncoder()

/** Collects the JSON of a list that is read in parts. Once the list is long, it stores bytes instead of texts. */
export class ItemCollector {
  /** The number of characters of all items. */
  length = 0
  /** The number of bytes of all items once the list is long; 0 before. */
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

  /**
   * Adds items until one would make the list longer than `maxLength`. The first item of a list always fits.
   * @returns whether all of them were added
   */
  add<Item>(items: readonly Item[], body: (item: Item) => unknown, maxLength = Number.POSITIVE_INFINITY): boolean {
    this.itemsAtOnce = SMALL_ITEMS_AT_ONCE
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

/** The items with commas between them, after `head` and before `tail`: a long list in parts. */
export function listText(head: string, items: WrittenItems, tail: string): string | readonly BodyPart[] {
  if (isTexts(items)) return `${head}${items.join(',')}${tail}`
  return [head, ...items.map((item, index) => (index === 0 ? item.subarray(1) : item)), tail]
}

function isTexts(items: WrittenItems): items is readonly string[] {
  return typeof items[0] !== 'object'
}
