import type { Page, PageRequest } from '@flagdeck/core'
import { yieldToOthers } from '@flagdeck/core/store'
import type { ResponseReservation } from '../response-memory.ts'
import { ItemCollector, type WrittenItems } from './written-items.ts'

/** Characters of JSON in one page: more would keep others waiting, and sooner or later fit into no text (PAGE-5). */
export const MAX_PAGE_LENGTH = 16 * 1024 * 1024

/** Of lists whose items are never large: a page is read at one go. */
export const SMALL_ITEMS: ReadPageOptions = { itemsAtOnce: 1000, areSmall: true }

/** Of lists that take long to count, which is done for each part: a page of the usual size is read at one go. */
export const MANY_ITEMS: ReadPageOptions = { itemsAtOnce: 100 }

/** A page whose items are JSON already. */
export interface WrittenPage {
  readonly count: number
  readonly items: WrittenItems
  /** The limit that was asked for, or as many items as it has when it was cut short. */
  readonly limit: number
}

export interface ReadPageOptions {
  /** 3 when missing, and 25 behind items that are small. */
  readonly itemsAtOnce?: number
  /** Whether any number of them may be read at the same time. */
  readonly areSmall?: boolean
  /** In characters; {@link MAX_PAGE_LENGTH} when missing. */
  readonly maxLength?: number
  /** Holds the memory of what is read, and of a page that turns out to be long. */
  readonly reservation?: Pick<ResponseReservation, 'readItems' | 'reserve'>
}

/** Reads a page a few items at a time, and cuts it short when it gets too long (PAGE-5). */
export async function readPage<Item>(
  page: PageRequest,
  read: (part: PageRequest) => Promise<Page<Item>>,
  body: (item: Item) => unknown,
  { itemsAtOnce, areSmall = false, maxLength = MAX_PAGE_LENGTH, reservation = UNBOUND }: ReadPageOptions = {},
): Promise<WrittenPage> {
  const collector = new ItemCollector()
  /** What it has read can be freed when it returns, before anything else is waited for. */
  const addPart = async (part: PageRequest) => {
    const { count, items } = await read(part)
    const isListOver = items.length < part.limit || part.offset + items.length >= count
    return { count, isListOver, isCut: !collector.add(items, body, maxLength) }
  }
  for (let isFirst = true; ; isFirst = false) {
    const atOnce = itemsAtOnce ?? collector.itemsAtOnce
    // What follows an event is done before others run: otherwise, the first two parts would be done in one go.
    if (!isFirst || page.limit > atOnce) await yieldToOthers()
    const part = { limit: Math.min(atOnce, page.limit - collector.count), offset: page.offset + collector.count }
    const places = areSmall ? 0 : part.limit
    const { count, isListOver, isCut } = await reservation.readItems(places, () => addPart(part))
    await reservation.reserve(collector.heldBytes)
    if (isCut) return { count, items: collector.items, limit: collector.count }
    if (isListOver || collector.count >= page.limit) return { count, items: collector.items, limit: page.limit }
  }
}

const UNBOUND: NonNullable<ReadPageOptions['reservation']> = { readItems: (_, read) => read(), reserve: async () => {} }
