import * as z from 'zod'
import { MAX_GROUP_TYPES } from '../../../data/records/group-type-places.ts'
import type { Group, Person } from '../../../data/records/person.ts'
import { compareText } from '../../../foundation/lists/compare-text.ts'
import { visitYielding } from '../../../foundation/time/yield.ts'
import { isStorable } from '../../../foundation/validation/distinct-id.ts'
import { parseInput } from '../../../foundation/validation/parse-input.ts'
import { refuseIfAny } from '../../../foundation/validation/refuse.ts'
import { type Violation, violation } from '../../../foundation/validation/violation.ts'
import { authorizeAny } from '../../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { derivedUuid } from '../../../runtime/derived-uuid.ts'
import { type RowsPart, readInParts, readMeasured } from '../../persons/read-in-parts.ts'
import { PROPERTY_DIMENSIONS } from '../../usage/query/parse-conditions.ts'
import { FLAG_CALLED } from '../../usage/query/trends-query.ts'
import { type NameFilter, nameMatcher } from './name-filter.ts'
import { type PropertyKind, PropertyKinds } from './property-kinds.ts'

/** The records whose properties are listed. */
const PROPERTY_OWNERS = ['event', 'person', 'group'] as const
type PropertyOwner = (typeof PROPERTY_OWNERS)[number]

/** A property that filters can name. */
export interface PropertyDefinition {
  readonly name: string
  /** Null when every value that was read is null, a list or an object. */
  readonly kind: PropertyKind | null
  /** Whether one of the requested events has it; null when no event was requested. */
  readonly isSeenOnEvents: boolean | null
}

/** Which properties to list. */
export interface PropertyDefinitionFilter extends NameFilter {
  /** `event` when missing. */
  readonly type?: PropertyOwner | undefined
  /** Required for `group`, and valid only there. */
  readonly groupTypeIndex?: number | undefined
  /** True for properties whose values are numbers; false for all others. */
  readonly isNumerical?: boolean | undefined
  /** True for names that start with `$feature/`; false for all others. */
  readonly isFeatureFlag?: boolean | undefined
  /** Excludes names of event properties that start with `$`. */
  readonly excludeCore?: boolean | undefined
  /** Valid only for `event`. */
  readonly eventNames?: readonly string[] | undefined
  /** Only properties of `eventNames`. */
  readonly filterByEventNames?: boolean | undefined
  /** {@link PropertyDefinitions.next} of the part before. */
  readonly after?: string | undefined
}

/** The properties of the records that one request reads, by the bytes of their names. */
export interface PropertyDefinitions {
  readonly items: readonly PropertyDefinition[]
  /**
   * Returns a UUID that is derived from the project, the kind of record and the name; computed only for items that are
   * shown.
   */
  readonly idOf: (item: PropertyDefinition) => string
  /** The id of the last record that was read, if further records follow; otherwise null. */
  readonly next: string | null
}

const filterSchema = z.object({
  type: z.enum(PROPERTY_OWNERS).default('event'),
  groupTypeIndex: z
    .int()
    .min(0)
    .max(MAX_GROUP_TYPES - 1)
    .optional(),
})

/** Lists the names of properties of records (USAGE-78 to USAGE-80). */
export async function listPropertyDefinitions(
  ctx: ProjectContext,
  filter: PropertyDefinitionFilter,
): Promise<PropertyDefinitions> {
  const { type, groupTypeIndex } = parseInput(filterSchema, {
    type: filter.type,
    groupTypeIndex: filter.groupTypeIndex,
  })
  authorizeAny(ctx.actor, READ_SCOPES[type])
  refuseIfAny(violationsOf(type, filter))
  const matches = matcherOf(type, filter)
  const { found, next } = await readKinds(ctx, type, groupTypeIndex, filter.after)
  const owner = groupTypeIndex === undefined ? type : `${type} ${groupTypeIndex}`
  const isSeenOnEvents = filter.eventNames?.length ? filter.eventNames.includes(FLAG_CALLED) : null
  const items: PropertyDefinition[] = []
  await visitYielding(found, ([name, kind]) => {
    if (matches(name, kind)) items.push({ name, kind, isSeenOnEvents })
  })
  return {
    items: items.sort((a, b) => compareText(a.name, b.name)),
    idOf: ({ name }) => derivedUuid(`${owner} property`, ctx.project.id, name),
    next,
  }
}

/** The scopes for each kind, one of which suffices. The properties of events are the same in every project. */
const READ_SCOPES = {
  event: ['person:read', 'group:read', 'insight:read'],
  person: ['person:read'],
  group: ['group:read'],
} as const

function violationsOf(type: PropertyOwner, filter: PropertyDefinitionFilter): readonly Violation[] {
  const { groupTypeIndex, eventNames = [], filterByEventNames, after = '' } = filter
  const violations: Violation[] = []
  const refuse = (attr: string, message: string) => violations.push(violation(attr, 'invalid_input', message))
  const [onlyGroups, onlyEvents] = ['Send this with type "group" only.', 'Send this with type "event" only.']
  if (type === 'group' && groupTypeIndex === undefined) refuse('groupTypeIndex', 'Type "group" requires this.')
  if (type !== 'group' && groupTypeIndex !== undefined) refuse('groupTypeIndex', onlyGroups)
  if (type !== 'event' && eventNames.length > 0) refuse('eventNames', onlyEvents)
  if (type !== 'event' && filterByEventNames) refuse('filterByEventNames', onlyEvents)
  if (!isStorable(after)) refuse('after', 'Send the `after` value from the `next` link of the previous page.')
  return violations
}

function matcherOf(type: PropertyOwner, filter: PropertyDefinitionFilter) {
  const { isNumerical, isFeatureFlag, excludeCore, eventNames = [], filterByEventNames } = filter
  const matchesName = nameMatcher(filter)
  const isOfEvents = !filterByEventNames || eventNames.length === 0 || eventNames.includes(FLAG_CALLED)
  return (name: string, kind: PropertyKind | null): boolean =>
    isOfEvents &&
    (isNumerical === undefined || isNumerical === (kind === 'Numeric')) &&
    (isFeatureFlag === undefined || isFeatureFlag === name.startsWith('$feature/')) &&
    !(excludeCore && type === 'event' && name.startsWith('$')) &&
    matchesName(name)
}

/** The properties by which queries select events. */
const EVENT_PROPERTIES: readonly (readonly [string, PropertyKind])[] = [
  ...Object.keys(PROPERTY_DIMENSIONS).map((name) => [name, 'String'] as const),
  ['locally_evaluated', 'Boolean'],
]

interface FoundKinds {
  readonly found: Iterable<readonly [name: string, kind: PropertyKind | null]>
  readonly next: string | null
}

async function readKinds(
  ctx: ProjectContext,
  type: PropertyOwner,
  groupTypeIndex = 0,
  after = '',
): Promise<FoundKinds> {
  switch (type) {
    case 'event':
      return { found: EVENT_PROPERTIES, next: null }
    case 'person':
      return collectKinds((place) => readPersonRows(ctx, place), idOfPerson, after)
    case 'group':
      return collectKinds((place) => readGroupRows(ctx, groupTypeIndex, place), keyOfGroup, after)
  }
}

const idOfPerson = ({ distinctId }: Person) => distinctId
const keyOfGroup = ({ key }: Group) => key

function readPersonRows({ store, project }: ProjectContext, place: string): Promise<RowsPart<Person>> {
  return store.read((tx) =>
    readMeasured({
      measure: (limit) => tx.persons.measureAfter(project.id, place, limit),
      load: (limit) => tx.persons.after(project.id, place, limit),
      keyOf: idOfPerson,
    }),
  )
}

function readGroupRows({ store, project }: ProjectContext, index: number, place: string): Promise<RowsPart<Group>> {
  return store.read((tx) =>
    readMeasured({
      measure: (limit) => tx.groups.measureAfter(project.id, index, place, limit),
      load: (limit) => tx.groups.after(project.id, index, place, limit),
      keyOf: keyOfGroup,
    }),
  )
}

async function collectKinds<Row extends Person | Group>(
  readPart: (place: string) => Promise<RowsPart<Row>>,
  keyOf: (row: Row) => string,
  after: string,
): Promise<FoundKinds> {
  const kinds = new PropertyKinds()
  let place = after
  let next: string | null = null
  for await (const part of readInParts(readPart, after)) {
    for (const row of part.rows) {
      // The names of this row do not fit, so the next part starts with it.
      if (!(await kinds.add(row.properties))) return { found: kinds.entries(), next: place }
      place = keyOf(row)
    }
    next = part.next
  }
  return { found: kinds.entries(), next }
}
