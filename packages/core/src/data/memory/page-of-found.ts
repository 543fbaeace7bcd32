import type { JsonValue } from '../../foundation/json/json-value.ts'
import { type Page, type PageRequest, pageOf } from '../../foundation/pagination/page.ts'
import type { SortedRows } from './sorted-rows.ts'

/** The number of characters of an e-mail or a name that are searched. */
const FOUND_BY_LENGTH = 254

/** The searched values of a row: its key and its name. */
export interface Called {
  readonly key: string
  readonly name: JsonValue | undefined
}

/**
 * Returns a page of the rows under `place` whose key starts with `search`, or whose name starts with it when case is
 * ignored.
 */
export function pageOfFound<Row extends object>(
  rows: SortedRows<Row>,
  place: string,
  search: string,
  page: PageRequest,
  calledOf: (row: Row) => Called,
): Page<Row> {
  if (search === '') return rows.page(place, page)
  const folded = search.toLowerCase()
  const found = rows.all(place).filter((row) => {
    const { key, name } = calledOf(row)
    return beginsWith(key, search) || beginsWith(foundBy(name), folded)
  })
  return pageOf(found, page)
}

/** Whether text starts with a prefix, by characters: half a surrogate pair is not a prefix of the whole character. */
function beginsWith(text: string, prefix: string): boolean {
  return text.startsWith(prefix) && (text.codePointAt(prefix.length - 1) ?? 0) <= LAST_UNIT
}

/** Characters above it are surrogate pairs. */
const LAST_UNIT = 0xffff

/** Returns the searched part of a name; empty if it is not a text. */
export function foundBy(name: JsonValue | undefined): string {
  return typeof name === 'string' ? name.slice(0, FOUND_BY_LENGTH).toLowerCase() : ''
}
