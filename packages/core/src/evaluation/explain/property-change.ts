import type { JsonValue } from '../../foundation/json/json-value.ts'
import { ownProperty } from '../../foundation/json/own-property.ts'
import type { PropertyFilter } from '../definition/flag-filters.ts'
import type { EvaluatedOperator } from '../definition/operator.ts'
import type { Subject } from '../definition/subject.ts'
import { compileFilter, propertyGroupIndex, typeOf, valueTestOf } from '../filters/compile-filter.ts'
import { all } from '../lookup/predicate.ts'
import { NEVER } from '../operators/value-test.ts'
import { type CandidateChange, passingFilters } from './candidate-change.ts'
import type { PropertyOwner, SetPropertyStep } from './change-step.ts'
import { exampleSize } from './example-size.ts'
import { exampleValues } from './example-values.ts'
import { attempt, type ChangeScope, type ExplainScope, spend } from './explain-scope.ts'
import { withEntry } from './with-entry.ts'

/** The filters of a condition set on one property. */
export interface PropertyDemand {
  readonly conditionIndex: number
  readonly groupTypeIndex: number | null
  readonly owner: PropertyOwner
  readonly property: string
  readonly filters: readonly PropertyFilter[]
}

/** Operators for which some example value passes if any value does. If no example passes, there is no such value. */
const DECIDED_BY_EXAMPLES: ReadonlySet<EvaluatedOperator> = new Set<EvaluatedOperator>([
  ...(['exact', 'is_not_set', 'gt', 'gte', 'lt', 'lte', 'between', 'is_date_exact', 'semver_eq'] as const),
])

/** Returns the owner of the property that a filter compares; undefined if the project has no such group type. */
export function ownerOf(
  filter: PropertyFilter,
  groupTypeIndex: number | null,
  { lookup }: Pick<ExplainScope, 'lookup'>,
): PropertyOwner | undefined {
  if (typeOf(filter) === 'person_metadata') return { kind: 'person_metadata' }
  if (typeOf(filter) !== 'group') return { kind: 'person' }
  const groupType = lookup.groupType(propertyGroupIndex(filter, groupTypeIndex))
  return groupType === undefined ? undefined : { kind: 'group', groupType }
}

/** Returns the change after which the property satisfies all filters on it; undefined if there is none. */
export function propertyChange(demand: PropertyDemand, scope: ChangeScope): CandidateChange | undefined {
  const { conditionIndex, owner, property, filters } = demand
  const requirements = filters.map(({ operator, value }) => ({ operator: operator ?? 'exact', value: value ?? null }))
  if (filters.some((filter) => valueTestOf(filter, scope.parts.rules) === NEVER)) return undefined
  const step = { kind: 'set_property', conditionIndex, owner, property, requirements } as const
  const example = findExample(demand, scope)
  if (!example) {
    const isImpossible = requirements.some(({ operator }) => DECIDED_BY_EXAMPLES.has(operator))
    return isImpossible ? undefined : passingFilters({ ...step, example: { kind: 'unknown' } }, filters)
  }
  return {
    step: { ...step, example },
    apply: (situation) => ({ ...situation, subject: withExample(situation.subject, demand, example) }),
  }
}

type Example = SetPropertyStep['example']

/** Returns a value for which the engine's filters pass. */
function findExample(demand: PropertyDemand, scope: ChangeScope): Example | undefined {
  const { filters, groupTypeIndex } = demand
  const { value: passes } = attempt(() =>
    all(filters.map((filter) => compileFilter(filter, scope.parts.rules, groupTypeIndex))),
  )
  if (!passes) return undefined
  const wanted = filters.map(({ value }) => value ?? null)
  const sizeOf = exampleSize(filters)
  // No filter of the demand reads another property, and copying all of them each time would take long.
  const bare = { ...scope.subject, properties: {}, groupProperties: {} }
  return exampleValues(wanted, sizeOf(undefined))
    .map(exampleOf)
    .find(
      (example) =>
        spend(scope.effort, sizeOf(shownBy(example))) &&
        attempt(() => passes(withExample(bare, demand, example), scope.lookup)).value === true,
    )
}

function exampleOf(value: JsonValue | undefined): Example {
  return value === undefined ? { kind: 'absent' } : { kind: 'value', value }
}

function shownBy(example: Example): JsonValue | undefined {
  return example.kind === 'value' ? example.value : undefined
}

function withExample(subject: Subject, { owner, property }: PropertyDemand, example: Example): Subject {
  const value = shownBy(example)
  switch (owner.kind) {
    case 'person':
      return { ...subject, properties: withEntry(subject.properties, property, value) }
    case 'person_metadata':
      // Only text is accepted, but trying other values is harmless.
      return { ...subject, personMetadata: { created_at: value as string } }
    case 'group': {
      const { groupProperties } = subject
      const own = withEntry(ownProperty(groupProperties, owner.groupType), property, value)
      return { ...subject, groupProperties: withEntry(groupProperties, owner.groupType, own) }
    }
  }
}
