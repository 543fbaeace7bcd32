import type { JsonValue } from '../../foundation/json/json-value.ts'
import { type Page, type PageRequest, pageOf } from '../../foundation/pagination/page.ts'
import type { SortedRows } from './sorted-rows.ts'

/** As much of an e-mail or a name as rows are found by. */
const FOUND_BY_LENGTH = 254

/** What a row is found by: its key, and what it is called besides. */
export interface Called {
  readonly key: string
  readonly name: JsonValue | undefined
}

/** The page of the rows under `place` whose key begins with `search`, or whose name does, whatever its case. */
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

/** Whether text begins with a prefix, character by character: half of one is not the beginning of a whole one. */
function beginsWith(text: string, prefix: string): boolean {
  return text.startsWith(prefix) && (text.codePointAt(prefix.length - 1) ?? 0) <= LAST_UNIT
}

/** Above it are characters of two halves. */
const LAST_UNIT = 0xffff

/** What a row is found by besides its key; empty where that is no text. */
export function foundBy(name: JsonValue | undefined): string {
  return typeof name === 'string' ? name.slice(0, FOUND_BY_LENGTH).toLowerCase() : ''
}
