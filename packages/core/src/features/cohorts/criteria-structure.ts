import * as z from 'zod'
import { isGroup } from '../../evaluation/definition/cohort-criteria.ts'
import { parseId } from '../../evaluation/definition/flag-references.ts'
import {
  isJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  withoutUndefined,
} from '../../foundation/json/json-value.ts'
import { clip } from '../../foundation/validation/clip.ts'
import { NOT_JSON } from '../../foundation/validation/fields.ts'
import { type Violation, violation } from '../../foundation/validation/violation.ts'
import {
  type BrokenRule,
  brokenRule,
  EMPTY,
  missingOrNull,
  noChoice,
  notADictionary,
  toldIssues,
} from '../../foundation/validation/violations-of.ts'
import { propertyFilter } from '../filters/filter-structure.ts'
import { filterViolation } from '../filters/filter-violation.ts'
import { type NearNameOf, nearNames, unknownKeyMessage } from '../filters/near-miss-keys.ts'
import { comparedNumber } from '../filters/normalize-filters.ts'

/** The maximum depth of nested groups. */
const MAX_DEPTH = 20

/** A body may have a million invalid parts. After this many violations the check stops. */
const MAX_TOLD = 100

const criterion = propertyFilter
  .pick({ key: true, value: true, operator: true, negation: true })
  .extend({ type: z.enum(['person', 'cohort']) })

const KNOWN_KEYS = Object.keys(criterion.shape)

/** The state of one check. `violations` grows while the check runs. */
interface CheckState {
  readonly violations: Violation[]
  readonly nearNameOf: NearNameOf
}

export interface CheckedCriteria {
  /** In stored form; `{}` if there are no criteria. */
  readonly properties?: JsonObject
  readonly violations: readonly Violation[]
}

/** Validates the shape of a cohort's `filters` (COHORT-3). Unknown keys are dropped; near misses are refused (COHORT-39). */
export function checkCriteria(filters: unknown): CheckedCriteria {
  if (!isJsonObject(filters)) return refused(missingOrNull(filters) ?? notADictionary(filters))
  if (!isJson(filters)) return { violations: [violation('filters', 'invalid_input', NOT_JSON)] }
  const { properties = {} } = filters
  if (isEmpty(properties)) return { properties: {}, violations: [] }
  const violations: Violation[] = []
  const stored = checkPart(properties, 'properties', MAX_DEPTH, { violations, nearNameOf: nearNames() })
  if (!isJsonObject(stored)) return { violations }
  return { properties: isGroup(stored) ? stored : { type: 'AND', values: [stored] }, violations }
}

function isEmpty(properties: JsonValue): boolean {
  if (!isJsonObject(properties)) return false
  const { values } = properties
  return Object.keys(properties).length === 0 || (Array.isArray(values) && values.length === 0)
}

/** Records the violations of one part, and returns its stored form. */
function checkPart(part: JsonValue, path: string, depth: number, state: CheckState): JsonValue {
  const { violations } = state
  if (violations.length >= MAX_TOLD) return null
  if (!isJsonObject(part)) return note(violations, path, notADictionary(part))
  return isGroup(part) ? checkGroup(part, path, depth, state) : checkCriterion(part, path, state)
}

function checkGroup({ type, values }: JsonObject, path: string, depth: number, state: CheckState): JsonValue {
  const { violations } = state
  if (depth === 0) {
    return note(violations, path, invalid(`Groups can be nested at most ${MAX_DEPTH} levels deep.`))
  }
  if (type !== 'AND' && type !== 'OR') {
    note(violations, `${path}.type`, missingOrNull(type) ?? noChoice(clip(type), ['AND', 'OR']))
  }
  if (!Array.isArray(values)) return note(violations, `${path}.values`, notAList(values))
  // SDKs disagree about which users match an empty group, so empty groups are refused.
  if (values.length === 0) note(violations, `${path}.values`, EMPTY)
  const parts = values.map((value, index) => checkPart(value, `${path}.values[${index}]`, depth - 1, state))
  return { type: type ?? null, values: parts }
}

function checkCriterion(part: JsonObject, path: string, state: CheckState): JsonValue {
  const { violations } = state
  if (part.type === 'behavioral') return note(violations, `${path}.type`, BEHAVIORAL)
  const parsed = criterion.safeParse(part, { reportInput: true })
  if (!parsed.success) {
    for (const issue of toldIssues(parsed.error)) {
      note(violations, [path, ...issue.path].join('.'), brokenRule(issue))
    }
    return null
  }
  noteNearMisses(part, path, state)
  const { key, type, value, operator, negation } = parsed.data
  if (type === 'person') {
    const compared = operator && typeof value === 'number' ? comparedNumber(operator, value) : value
    return storedForm({ key, type, value: compared, operator, negation })
  }
  const id = typeof value === 'number' || typeof value === 'string' ? parseId(String(value)) : undefined
  if (id === undefined) return note(violations, `${path}.value`, invalid('Send the id of the cohort.'))
  return storedForm({ key: 'id', type, value: id, operator, negation })
}

/** Refuses near misses (COHORT-39): if a mistyped `operator` were dropped, the cohort would match other users. */
function noteNearMisses(part: JsonObject, path: string, { violations, nearNameOf }: CheckState): void {
  for (const key of Object.keys(part)) {
    if (violations.length >= MAX_TOLD) return
    const name = KNOWN_KEYS.includes(key) ? undefined : nearNameOf({ key, known: KNOWN_KEYS })
    if (name === undefined || Object.hasOwn(part, name)) continue
    note(violations, `${path}.${key}`, invalid(unknownKeyMessage(name)))
  }
}

const BEHAVIORAL = invalid(
  'Behavioral criteria cannot be evaluated, because events are not stored. ' +
    'Use user properties, other cohorts, or a static cohort.',
)

function storedForm(criterion: { readonly [field: string]: JsonValue | undefined }): JsonObject {
  return withoutUndefined(criterion) as JsonObject // the validated parts are plain JSON
}

function notAList(values: JsonValue | undefined): BrokenRule {
  return missingOrNull(values) ?? { code: 'not_a_list', detail: 'Expected a list of items.' }
}

function invalid(detail: string): BrokenRule {
  return { code: 'invalid_input', detail }
}

function refused({ code, detail }: BrokenRule): CheckedCriteria {
  return { violations: [violation('filters', code, detail)] }
}

function note(violations: Violation[], path: string, { code, detail }: BrokenRule): null {
  violations.push(filterViolation(code, path, detail))
  return null
}
