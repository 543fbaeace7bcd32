import * as z from 'zod'
import type { Person } from '../../data/records/person.ts'
import { compileCohort } from '../../evaluation/cohorts/compile-cohort.ts'
import type { PropertyFilter } from '../../evaluation/definition/flag-filters.ts'
import type { Operator } from '../../evaluation/definition/operator.ts'
import { UnevaluableError } from '../../evaluation/definition/unevaluable-error.ts'
import type { Lookup } from '../../evaluation/lookup/lookup.ts'
import type { Predicate } from '../../evaluation/lookup/predicate.ts'
import { matchingRules } from '../../evaluation/operators/matching-rules.ts'
import { re2Patterns } from '../../evaluation/operators/re2-patterns.ts'
import { ValueForms } from '../../evaluation/values/value-forms.ts'
import { isJson, type JsonObject, type JsonValue, withoutUndefined } from '../../foundation/json/json-value.ts'
import { isStorable } from '../../foundation/validation/distinct-id.ts'
import { NOT_JSON } from '../../foundation/validation/fields.ts'
import { parseInput } from '../../foundation/validation/parse-input.ts'
import { refuseIfAny } from '../../foundation/validation/refuse.ts'
import { type Violation, violationAt } from '../../foundation/validation/violation.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { propertyFilter } from '../filters/filter-structure.ts'
import { patternTotalViolations } from '../filters/pattern-rules.ts'
import { onlyForCohorts, valueViolations } from '../filters/property-rules.ts'

/** A condition on a property of a person, as in the conditions of flags. */
export interface PersonPropertyFilter {
  readonly key: string
  readonly value?: JsonValue | undefined
  /** Missing for `exact`. */
  readonly operator?: Operator | null | undefined
  readonly type?: 'person' | undefined
}

/** Filters persons. A person must match every field that is set. */
export interface PersonFilter {
  /** The start of the distinct id or, ignoring case, of the e-mail address; empty for every person. */
  readonly search?: string | undefined
  readonly distinctId?: string | undefined
  /** The whole text of the property `email`, ignoring case. */
  readonly email?: string | undefined
  readonly properties?: readonly PersonPropertyFilter[] | undefined
}

/** The maximum that a client can send in a query. */
const MAX_FILTERS = 50

/** Operators with a text value. A client may send a number, because some properties are numbers. */
const TAKE_TEXT: readonly Operator[] = ['icontains', 'not_icontains', 'gt', 'gte', 'lt', 'lte']

const filterSchema = z.strictObject({
  key: propertyFilter.shape.key,
  value: propertyFilter.shape.value,
  operator: propertyFilter.shape.operator,
  type: z.literal('person').nullable().optional(),
})

const personFilterSchema = z.object({
  email: z.string().min(1).optional(),
  distinctId: z.string().min(1).optional(),
  properties: z
    .array(filterSchema)
    .max(MAX_FILTERS)
    .refine((value) => isJson(value), NOT_JSON)
    .optional(),
})

/** Validates a filter, and returns a function that checks whether a person matches it (PERSON-24 to PERSON-27). */
export function compilePersonFilter(ctx: ProjectContext, filter: PersonFilter): (person: Person) => boolean {
  const { search = '', ...rest } = filter
  const { email, distinctId, properties = [] } = parseInput(personFilterSchema, rest)
  const isMatch = compileProperties(ctx, properties.map(asFlagFilter))
  const foldedEmail = email?.toLowerCase()
  return (person) =>
    (distinctId === undefined || person.distinctId === distinctId) &&
    (foldedEmail === undefined || foldedEmailOf(person) === foldedEmail) &&
    isFoundBy(person, search) &&
    isMatch(person)
}

/** The number of characters of an e-mail address that a search compares. */
const SEARCHED_LENGTH = 254

/** Whether the distinct id starts with the text or, ignoring case, the e-mail address does (PERSON-18). */
export function isFoundBy(person: Person, search: string): boolean {
  if (search === '') return true
  if (!isStorable(search)) return false
  const email = foldedEmailOf(person, SEARCHED_LENGTH)
  return person.distinctId.startsWith(search) || (email?.startsWith(search.toLowerCase()) ?? false)
}

function foldedEmailOf({ properties }: Person, length?: number): string | undefined {
  const { email } = properties
  return typeof email === 'string' ? email.slice(0, length).toLowerCase() : undefined
}

function asFlagFilter({ key, value, ...filter }: z.output<typeof filterSchema>): PropertyFilter {
  const operator = filter.operator ?? 'exact'
  const isTextSent = typeof value === 'number' && TAKE_TEXT.includes(operator)
  return { key, type: 'person', operator, value: isTextSent ? String(value) : value }
}

function compileProperties(
  { project, clock }: ProjectContext,
  filters: readonly PropertyFilter[],
): (person: Person) => boolean {
  if (filters.length === 0) return () => true
  refuseIfAny([...patternTotalViolations(filters, NO_PATTERNS), ...filters.flatMap(filterViolations)].map(ofProperties))
  const { propertyMatchingVersion, timezone } = project
  const settings = {
    property_matching_version: propertyMatchingVersion,
    timezone,
    group_type_mapping: {},
    cohorts: {},
    minimal_flag_called_events: true,
  } as const
  const rules = matchingRules(settings, { clock, patterns: re2Patterns })
  const values = filters.map((each) => withoutUndefined(each) as JsonObject) // the checked fields are plain JSON
  const matches: Predicate = compileCohort({ type: 'AND', values }, rules)
  return ({ distinctId, properties }) => matches({ distinctId, properties }, lookup())
}

/** Returns a lookup for filters that reference no group, cohort or flag. */
function lookup(): Lookup {
  const unknown = () => {
    throw new UnevaluableError('a filter on users can only compare properties')
  }
  return {
    turn: 0,
    forms: new ValueForms(),
    groupType: () => undefined,
    isInCohort: unknown,
    settleDependencies: unknown,
    settled: unknown,
  }
}

// Bound: is as large as nothing, being never filled
const NO_PATTERNS: ReadonlySet<string> = new Set()

function filterViolations(filter: PropertyFilter, index: number): readonly Violation[] {
  const { operator, value } = filter
  const path = `properties[${index}]`
  if (operator === 'in' || operator === 'not_in' || operator === 'flag_evaluates_to') {
    return [violationAt(null, `${path}.operator`, 'invalid_input', onlyForCohorts(operator))]
  }
  const needsValue = operator !== 'is_set' && operator !== 'is_not_set'
  if (needsValue && (value === undefined || value === null)) {
    return [violationAt(null, `${path}.value`, 'required', 'This field is required.')]
  }
  return valueViolations(filter, { path, knownPatterns: NO_PATTERNS })
}

/** The path of the violation starts in the list. */
function ofProperties({ path, ...each }: Violation): Violation {
  return { ...each, attr: 'properties', path: path?.replace('properties', '') }
}
