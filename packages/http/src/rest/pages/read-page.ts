import type { Page, PageRequest } from '@flagdeck/core'
import { yieldToOthers } from '@flagdeck/core/store'
import type { ResponseReservation } from '../response-memory.ts'
import { ItemCollector, type WrittenItems } from './written-items.ts'

/**
 * The maximum length of a page's JSON, in characters. Longer pages would delay other requests, and could exceed the
 * longest string of V8 (PAGE-5).
 */
export const MAX_PAGE_LENGTH = 16 * 1024 * 1024

/** For lists whose items are never large: one read loads a whole page. */
export const SMALL_ITEMS: ReadPageOptions = { itemsAtOnce: 1000, areSmall: true }

/** For lists that take long to count, because each read counts them: one read loads a page of the usual size. */
export const MANY_ITEMS: ReadPageOptions = { itemsAtOnce: 100 }

/** A page whose items are already JSON. */
export interface WrittenPage {
  readonly count: number
  readonly items: WrittenItems
  /** The requested limit, or the number of items if the page was cut short. */
  readonly limit: number
}

export interface ReadPageOptions {
  /** How many items one read loads: if missing, 3, and 25 after items that are small. */
  readonly itemsAtOnce?: number
  /** Whether the items are so small that reading them reserves nothing. */
  readonly areSmall?: boolean
  /** In characters; {@link MAX_PAGE_LENGTH} when missing. */
  readonly maxLength?: number
  /** Reserves the memory for items that are read, and for a page that turns out to be long. */
  readonly reservation?: Pick<ResponseReservation, 'readItems' | 'reserve'>
}

/** Reads a page a few items at a time, and cuts it short when it gets too long (PAGE-5). */
export async function readPage<Item>(
  page: PageRequest,
  read: (part: PageRequest) => Promise<Page<Item>>,
  body: (item: Item) => unknown,
  { itemsAtOnce, areSmall = false, maxLength = MAX_PAGE_LENGTH, reservation = UNLIMITED }: ReadPageOptions = {},
): Promise<WrittenPage> {
  const collector = new ItemCollector()
  // A separate function: V8 can free the items when it returns, before the loop waits for memory.
  const addPart = async (part: PageRequest) => {
    const { count, items } = await read(part)
    const isListOver = items.length < part.limit || part.offset + items.length >= count
    return { count, isListOver, isCut: !collector.add(items, body, maxLength) }
  }
  for (let isFirst = true; ; isFirst = false) {
    const atOnce = itemsAtOnce ?? collector.itemsAtOnce
    // Also before the first part: without it, the first two parts would run in one event-loop tick.
    if (!isFirst || page.limit > atOnce) await yieldToOthers()
    const part = { limit: Math.min(atOnce, page.limit - collector.count), offset: page.offset + collector.count }
    const places = areSmall ? 0 : part.limit
    const { count, isListOver, isCut } = await reservation.readItems(places, () => addPart(part))
    await reservation.reserve(collector.heldBytes)
    if (isCut) return { count, items: collector.items, limit: collector.count }
    if (isListOver || collector.count >= page.limit) return { count, items: collector.items, limit: page.limit }
  }
}

const UNLIMITED: NonNullable<ReadPageOptions['reservation']> = {
  readItems: (_, read) => read(),
  reserve: async () => {},
}
