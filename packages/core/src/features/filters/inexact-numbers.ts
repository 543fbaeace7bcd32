import { fieldsOf } from '../../evaluation/definition/filter-parts.ts'
import type { FilterInput } from '../../evaluation/definition/flag-filters.ts'
import { isJson, isJsonObject, type JsonValue, MAX_JSON_DEPTH, parseJson } from '../../foundation/json/json-value.ts'
import { clip } from '../../foundation/validation/clip.ts'
import { type Violation, violation } from '../../foundation/validation/violation.ts'

const MAX_TOLD = 3

/**
 * Says where filters have whole numbers that lost digits before anybody here saw them: an id that is written as one would
 * be taken for that of somebody else (FLAG-57).
 */
export function inexactNumberWarnings(filters: FilterInput): readonly Violation[] {
  const paths = inexactPaths(filters)
  if (paths.length === 0) return []
  const others = paths.length > MAX_TOLD ? ' and others' : ''
  const told = paths.slice(0, MAX_TOLD).map(shown).join(', ') + others
  const sentence = `Only about 16 digits of a number as large as ${told} are stored: write ids as text, in quotes.`
  return [violation('filters', 'inexact_number', sentence)]
}

type Path = readonly (string | number)[]

function shown(path: Path): string {
  const text = path.reduce<string>((before, name) => {
    if (typeof name === 'number') return `${before}[${name}]`
    return before === '' ? name : `${before}.${name}`
  }, '')
  return `"${clip(text)}"`
}

/** One more than are told at most. */
function inexactPaths(filters: FilterInput): readonly Path[] {
  const { payloads, ...others } = fieldsOf(filters)
  const found: Path[] = []
  findInexact(others, [], found)
  for (const [key, payload] of Object.entries(isJsonObject(payloads) ? payloads : {})) {
    const value = typeof payload === 'string' ? jsonSent(payload) : payload
    findInexact({ [key]: value }, ['payloads'], found)
  }
  return found
}

/** Goes along `path`, which is changed on the way: there may be a hundred thousand parts, of which few are told. */
function findInexact(part: object, path: (string | number)[], found: Path[]): void {
  if (path.length === MAX_JSON_DEPTH) return
  for (const [name, value] of Array.isArray(part) ? part.entries() : Object.entries(part)) {
    if (found.length > MAX_TOLD) return
    if (!isInexact(value) && (typeof value !== 'object' || value === null)) continue
    path.push(name)
    if (typeof value === 'object' && value !== null) findInexact(value, path, found)
    else found.push([...path])
    path.pop()
  }
}

function isInexact(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value)
}

/** No other text has such a number in it. */
const LARGE = /\d{16}|\de\+/

/** A payload that came as JSON is stored as the text of it. What came as another text keeps its digits: null. */
function jsonSent(payload: string): JsonValue {
  const value = LARGE.test(payload) ? parseJson(payload) : undefined
  return isJson(value) && JSON.stringify(value) === payload ? value : null
}
