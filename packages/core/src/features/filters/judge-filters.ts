import { fieldsOf } from '../../evaluation/definition/filter-parts.ts'
import type { FlagFilters } from '../../evaluation/definition/flag-filters.ts'
import { type JsonValue, jsonEquals } from '../../foundation/json/json-value.ts'
import type { Violation } from '../../foundation/validation/violation.ts'
import { CROSS_FIELD_RULES } from './cross-field-rules.ts'
import { checkFilterStructure } from './filter-structure.ts'

/** The violations of filters, by the top-level key that must change. */
type WrongParts = ReadonlyMap<string, readonly Violation[]>

const NOTHING: WrongParts = new Map()

/** The violations that a write adds, and those that the stored filters already had (FLAG-29). */
export interface Judgement {
  readonly refused: readonly Violation[]
  readonly warnings: readonly Violation[]
}

/**
 * Validates filters in stored form. A violation in an unchanged part is a warning if the stored filters have it too.
 * `knownPatterns` are stored already.
 */
export function judgeFilters(
  next: FlagFilters,
  stored: { readonly filters: FlagFilters } | undefined,
  knownPatterns: ReadonlySet<string>,
): Judgement {
  const wrong = wrongParts(next, knownPatterns)
  const refused: Violation[] = []
  const warnings: Violation[] = []
  const before = stored && wrong.size > 0 ? wrongParts(stored.filters, knownPatterns) : NOTHING
  for (const [part, violations] of wrong) {
    const isKept = stored && !isChangedPart(next, stored.filters, part)
    const known = new Set((isKept ? (before.get(part) ?? []) : []).map(nameOf))
    for (const each of violations) (known.has(nameOf(each)) ? warnings : refused).push(each)
  }
  return { refused, warnings }
}

function nameOf({ code, detail }: Violation): string {
  return `${code} ${detail}`
}

/** Whether the values of two filters under this top-level key differ. */
export function isChangedPart(next: FlagFilters, before: FlagFilters, part: string): boolean {
  return next !== before && !jsonEquals(partOf(next, part), partOf(before, part))
}

function partOf(filters: FlagFilters, part: string): JsonValue {
  const fields: object = fieldsOf(filters)
  const value: unknown = Object.entries(fields).find(([key]) => key === part)?.[1]
  return (value ?? null) as JsonValue // filters are always JSON
}

/** Returns the violations by part. A part with an invalid structure is not checked against other parts. */
function wrongParts(filters: FlagFilters, knownPatterns: ReadonlySet<string>): WrongParts {
  const wrong = new Map<string, Violation[]>()
  const { violations } = checkFilterStructure(filters)
  for (const each of violations) {
    const part = /^\w+/.exec(each.path ?? '')?.[0] ?? WHOLE
    const others = wrong.get(part)
    if (others) others.push(each)
    else wrong.set(part, [each])
  }
  if (wrong.has(WHOLE)) return wrong
  for (const [part, rule] of Object.entries(CROSS_FIELD_RULES)) {
    const broken = wrong.has(part) ? [] : rule(filters, knownPatterns)
    if (broken.length > 0) wrong.set(part, broken)
  }
  return wrong
}

/** The key for violations of filters that are not an object, or not JSON. */
const WHOLE = ''
