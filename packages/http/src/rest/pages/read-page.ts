import type { Page, PageRequest } from '@flagdeck/core'
import { yieldToOthers } from '@flagdeck/core/store'
import { LARGE_RESPONSE_LENGTH } from '../response-memory.ts'

/** Characters of JSON in one page: more would keep others waiting, and sooner or later fit into no text (PAGE-5). */
const MAX_PAGE_LENGTH = 16 * 1024 * 1024

/** How many items are read before it yields, where they may have half a MiB each: few, until they turn out to be small. */
const LARGE_ITEMS_AT_ONCE = 6
const SMALLER_ITEMS_AT_ONCE = 25
/** Characters of JSON that an item may have to count as small. */
const SMALL_LENGTH = 64 * 1024

/** Of lists whose items are never large: a page is read at one go. */
export const SMALL_ITEMS: ReadPageOptions = { itemsAtOnce: 1000 }

/** Of lists that take long to count, which is done for each part: a page of the usual size is read at one go. */
export const MANY_ITEMS: ReadPageOptions = { itemsAtOnce: 100 }

/** A page whose items are JSON already. */
export interface WrittenPage {
  readonly count: number
  readonly items: readonly string[]
  /** The limit that was asked for, or as many items as it has when it was cut short. */
  readonly limit: number
}

export interface ReadPageOptions {
  /** 6 when missing, and 25 behind items that are small. */
  readonly itemsAtOnce?: number
  /** In characters; {@link MAX_PAGE_LENGTH} when missing. */
  readonly maxLength?: number
  /** Called with the characters of a page that turns out to be long, before more of it is read. */
  readonly reserve?: (length: number) => Promise<void>
}

/** Reads a page a few items at a time, and cuts it short when it gets too long (PAGE-5). */
export async function readPage<Item>(
  page: PageRequest,
  read: (part: PageRequest) => Promise<Page<Item>>,
  body: (item: Item) => unknown,
  { itemsAtOnce, maxLength = MAX_PAGE_LENGTH, reserve }: ReadPageOptions = {},
): Promise<WrittenPage> {
  // What follows an event is done before others run: without this, the first two parts would be done in one go.
  let atOnce = itemsAtOnce ?? LARGE_ITEMS_AT_ONCE
  if (page.limit > atOnce) await yieldToOthers()
  const texts: string[] = []
  let length = 0
  for (;;) {
    const part = { limit: Math.min(atOnce, page.limit - texts.length), offset: page.offset + texts.length }
    const { count, items } = await read(part)
    for (const item of items) {
      const text = JSON.stringify(body(item))
      length += text.length
      if (length > maxLength && texts.length > 0) return { count, items: texts, limit: texts.length }
      texts.push(text)
    }
    if (length >= LARGE_RESPONSE_LENGTH) await reserve?.(length)
    const isListOver = items.length < part.limit || part.offset + items.length >= count
    if (isListOver || texts.length >= page.limit) return { count, items: texts, limit: page.limit }
    atOnce = itemsAtOnce ?? (texts.slice(-items.length).every(isSmall) ? SMALLER_ITEMS_AT_ONCE : LARGE_ITEMS_AT_ONCE)
    await yieldToOthers()
  }
}

function isSmall(text: string): boolean {
  return text.length <= SMALL_LENGTH
}
