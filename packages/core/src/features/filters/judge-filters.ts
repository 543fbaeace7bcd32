import { fieldsOf } from '../../evaluation/definition/filter-parts.ts'
import type { FlagFilters } from '../../evaluation/definition/flag-filters.ts'
import { type JsonValue, jsonEquals } from '../../foundation/json/json-value.ts'
import type { Violation } from '../../foundation/validation/violation.ts'
import { CROSS_FIELD_RULES } from './cross-field-rules.ts'
import { checkFilterStructure } from './filter-structure.ts'

/** What is wrong with filters, by the top-level key that has to change. */
type WrongParts = ReadonlyMap<string, readonly Violation[]>

const NOTHING: WrongParts = new Map()

/** What a write of filters makes wrong, and what was wrong before and is none of its business (FLAG-29). */
export interface Judgement {
  readonly refused: readonly Violation[]
  readonly warnings: readonly Violation[]
}

/**
 * Judges filters in stored form by what is different from those that are stored: a part that is the same as it was may
 * be as wrong as it was. `knownPatterns` are stored already.
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

/** Whether filters say something else under this top-level key than others do. */
export function isChangedPart(next: FlagFilters, before: FlagFilters, part: string): boolean {
  return next !== before && !jsonEquals(partOf(next, part), partOf(before, part))
}

function partOf(filters: FlagFilters, part: string): JsonValue {
  const fields: object = fieldsOf(filters)
  const value: unknown = Object.entries(fields).find(([key]) => key === part)?.[1]
  return (value ?? null) as JsonValue // filters are JSON, whatever else is known of them
}

/** A part of the wrong shape is not asked whether it fits the others. */
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

/** What is wrong with filters that are no object, or nothing that JSON could say. */
const WHOLE = ''
