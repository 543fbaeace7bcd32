import { fieldsOf } from '../../evaluation/definition/filter-parts.ts'
import type { FilterInput } from '../../evaluation/definition/flag-filters.ts'
import { isJson, isJsonObject, type JsonValue, MAX_JSON_DEPTH, parseJson } from '../../foundation/json/json-value.ts'
import { clip } from '../../foundation/validation/clip.ts'
import { type Violation, violation } from '../../foundation/validation/violation.ts'

const MAX_TOLD = 3

/**
 * Returns a warning about whole numbers that lost digits when the request was parsed: an id that is sent as a
 * number could match the id of another user (FLAG-57).
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

/** Returns at most one path more than a warning lists. */
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

/**
 * Iterates over all parts. It changes `path` in place, because there can be a hundred thousand parts, and few are
 * reported.
 */
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

/** A quick test: text that does not match contains no such number. */
const LARGE = /\d{16}|\de\+/

/**
 * Returns the JSON of a payload that was sent as JSON. A payload that was sent as text keeps its digits, so null is
 * returned.
 */
function jsonSent(payload: string): JsonValue {
  const value = LARGE.test(payload) ? parseJson(payload) : undefined
  return isJson(value) && JSON.stringify(value) === payload ? value : null
}
