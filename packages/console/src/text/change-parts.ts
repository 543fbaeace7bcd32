import { percent, whole } from '../parts/number.ts'
import { ownValue } from '../parts/own-value.ts'
import { clipped } from './clipped.ts'
import { type Change, spokenChanges } from './flag-change.ts'
import { accessLevels } from './levels.ts'
import { valueText } from './operators.ts'
import { organizationParts } from './organization-change.ts'

/** One part of a change in a row of the activity: "Set 1 10% → 60%", "Off → On", "Archived". */
export interface ChangePart {
  readonly label?: string
  readonly before?: string
  /** The intermediate values of several changes that are shown together. */
  readonly between?: string
  readonly after?: string
}

/** The fields of an entry of the activity. */
export interface ReportedChange {
  readonly activity: string
  readonly scope: string
  readonly detail: { readonly changes: readonly Change[]; readonly trigger?: unknown }
}

/** Returns the parts of one entry, or of several entries of one record together; `entries` are newest first. */
export function changeParts(entries: readonly ReportedChange[]): readonly ChangePart[] {
  const oldestFirst = entries.toReversed()
  const inWords = oldestFirst.flatMap((entry) => organizationParts(entry) ?? [])
  const others = oldestFirst.filter((entry) => organizationParts(entry) === undefined)
  return others.length === 0 ? distinctParts(inWords) : [...distinctParts(inWords), ...fieldParts(others)]
}

function fieldParts(oldestFirst: readonly ReportedChange[]): readonly ChangePart[] {
  const verbs = new Set(oldestFirst.flatMap(verbOf))
  const isFlag = oldestFirst[0]?.scope === 'FeatureFlag'
  const steps = oldestFirst.map((entry) =>
    mergedChanges([entry])
      .filter((change) => !isOfTile(change) && differs(change.before, change.after))
      .flatMap((change) => partsOf(change, isFlag)),
  )
  const changes = mergedChanges(oldestFirst)
  const ends = changes.filter((change) => !isOfTile(change)).flatMap((change) => partsOf(change, isFlag))
  const fields = steps.length === 1 ? ends : withSteps(ends, steps.flat())
  const parts = [...[...verbs].map((label) => ({ label })), ...fields, ...tileParts(changes.filter(isOfTile))]
  if (parts.length > 0) return parts
  return [{ label: oldestFirst.length > 1 ? 'No difference' : 'Saved' }]
}

const labelOf = ({ label }: ChangePart): string => label ?? ''

/**
 * Returns the parts of several changes together, with intermediate values. A change that was reverted is a part, too: a
 * flag that was on for everyone MUST NOT look as if it never was (CONSOLE-375).
 */
function withSteps(ends: readonly ChangePart[], steps: readonly ChangePart[]): readonly ChangePart[] {
  const known = new Set(ends.map(labelOf))
  const byLabel = Map.groupBy(steps, labelOf)
  const paths = ends.map((end) => withBetween(end, byLabel.get(labelOf(end)) ?? []))
  const undone = [...byLabel].filter(([label]) => !known.has(label)).flatMap(([, own]) => undonePart(own))
  if (undone.length === 0) return paths
  const lastStep = (part: ChangePart) => steps.findLastIndex((step) => labelOf(step) === labelOf(part))
  return [...undone, ...paths].sort((one, other) => lastStep(one) - lastStep(other))
}

function undonePart(steps: readonly ChangePart[]): readonly ChangePart[] {
  const [first] = steps
  const last = steps.at(-1)
  if (first?.before === undefined || last?.after === undefined) return distinctParts(steps)
  return [withBetween({ ...first, after: last.after }, steps)]
}

/**
 * Returns the part with its intermediate values: the first one, and "…" for the others. A row has space for three
 * values.
 */
function withBetween(end: ChangePart, steps: readonly ChangePart[]): ChangePart {
  if (end.before === undefined) return end
  const values = steps.slice(0, -1).flatMap(({ after }) => after ?? [])
  const isCycle = end.before === end.after
  const between = values.filter(
    (value, index) => value !== values[index - 1] && (isCycle || (value !== end.before && value !== end.after)),
  )
  const [value = ''] = between
  if (between.length === 0) return end
  return {
    ...end,
    between: value.length > LONG || value.startsWith('…') ? '…' : between.length === 1 ? value : `${value} → …`,
  }
}

function distinctParts(parts: readonly ChangePart[]): readonly ChangePart[] {
  return [...new Map(parts.map((part) => [changeText([part]), part])).values()].slice(0, MOST_PARTS)
}

/** The maximum number of parts for fields that were changed back. */
const MOST_PARTS = 3

/** Returns the parts as one text, for a tooltip or a column of a CSV file. */
export function changeText(parts: readonly ChangePart[]): string {
  return parts
    .map(({ label, before, between, after }) =>
      [label, [before, between, after].filter((value) => value !== undefined).join(' → ')].filter(Boolean).join(' '),
    )
    .join(', ')
}

const VERBS: Readonly<Record<string, string>> = { created: 'Created', deleted: 'Deleted', restored: 'Restored' }

function verbOf({ activity, detail }: ReportedChange): readonly string[] {
  const version = restoredVersion(detail.trigger)
  if (version !== undefined) return [`Restored version ${whole(version)}`]
  const verb = ownValue(VERBS, activity)
  return verb === undefined ? [] : [verb]
}

/** Returns the version that a change restored (HIST-8). */
function restoredVersion(trigger: unknown): number | undefined {
  const { job_type: type, job_id: id } = (trigger ?? {}) as { readonly job_type?: unknown; readonly job_id?: unknown } // any JSON
  return type === 'restore' ? Number(id) : undefined
}

/** Returns each field once, from its value before the oldest entry to its value after the newest. */
function mergedChanges(oldestFirst: readonly ReportedChange[]): readonly Change[] {
  const merged = new Map<string, Change>()
  for (const { activity, detail } of oldestFirst) {
    for (const { field, before, after } of spokenChanges(detail.changes)) {
      if (field === 'deleted' && activity !== 'updated') continue
      const change = { field, before, after }
      const key = isOfTile(change) ? `${field} ${tileId(change)}` : field
      const first = merged.get(key)
      merged.set(key, first ? { ...change, before: first.before } : change)
    }
  }
  const isOne = oldestFirst.length === 1
  return [...merged.values()].filter(({ before, after }) => isOne || differs(before, after))
}

/** Whether it is the change of a single tile. An entry of a dashboard can have many of them. */
function isOfTile({ field, before, after }: Change): boolean {
  const tile = after ?? before
  return field === 'tiles' && typeof tile === 'object' && !Array.isArray(tile)
}

function tileId({ before, after }: Change): string {
  return String(((after ?? before) as { readonly id?: unknown } | undefined)?.id) // an object, as checked above
}

/** Returns "2 tiles added, 1 tile changed", because tiles have no names. */
function tileParts(changes: readonly Change[]): readonly ChangePart[] {
  const added = changes.filter(({ before }) => before == null).length
  const removed = changes.filter(({ after }) => after == null).length
  const counts = { added, removed, changed: changes.length - added - removed }
  return Object.entries(counts).flatMap(([verb, count]) =>
    count === 0 ? [] : [{ label: `${count === 1 ? '1 tile' : `${whole(count)} tiles`} ${verb}` }],
  )
}

const LABELS: Readonly<Record<string, string>> = {
  bucketing_identifier: 'Bucket by',
  collaborators: 'Edit access',
  default_feature_flags_access_level: 'Default flag access',
  expires_at: 'Expires',
  feature_flags_access_level: 'Flag access',
  ensure_experience_continuity: 'Same result after sign-in',
  has_encrypted_payloads: 'Payload encryption',
  members: 'Members',
  restriction_level: 'Edit access',
  scoped_organizations: 'Organizations',
  scoped_teams: 'Projects',
  role_access: 'Access',
  texts: 'Text',
}

/** Fields whose values mean nothing to users. */
const WITHOUT_VALUES = new Set(['role_access', 'restriction_level', 'collaborators', 'payload_schema'])

function partsOf({ field, before, after }: Change, isFlag: boolean): readonly ChangePart[] {
  if (field === 'active') return [{ before: onOff(before), after: onOff(after) }]
  if (field === 'archived') return [{ label: after === true ? 'Archived' : 'Unarchived' }]
  if (field === 'deleted') return [{ label: after === true ? 'Deleted' : 'Restored' }]
  if (field === 'usage_reset_at') return [{ label: 'Usage reset' }]
  if (field === 'filters' && isFlag) return filterParts(shape(before), shape(after))
  const label = isFlag && field === 'name' ? 'Description' : (ownValue(LABELS, field) ?? words(field))
  if (field === 'members' && typeof (before ?? after) === 'string')
    return [{ label: after ? 'Member added' : 'Member removed' }]
  if (ACCESS_LEVELS.has(field)) return [valuePart(label, accessName(before), accessName(after))]
  if (WITHOUT_VALUES.has(field)) return [asChanged(label)]
  return [valuePart(label, before, after)]
}

/** Returns a part for values without a short form. */
const asChanged = (label: string): ChangePart => ({ label: `${label} changed` })

const ACCESS_LEVELS = new Set(['default_feature_flags_access_level', 'feature_flags_access_level'])

const accessName = (level: unknown): unknown => ownValue(accessLevels, String(level)) ?? level

const onOff = (value: unknown): string => (value === true ? 'On' : 'Off')

function words(field: string): string {
  const text = field.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function valuePart(label: string, before: unknown, after: unknown): ChangePart {
  const texts = listChange(before, after)
  if (texts !== undefined) return texts === '' ? asChanged(label) : { label, after: texts }
  const [from, to] = withoutCommonStart(shortText(before), shortText(after))
  if (from === undefined || to === undefined || from === to) return asChanged(label)
  return { label, before: clipped(from), after: clipped(to) }
}

/**
 * Returns "+checkout −old" for lists of texts, "4 → 5" for other lists of different lengths; undefined for all other
 * values.
 */
function listChange(before: unknown, after: unknown): string | undefined {
  if (!Array.isArray(before ?? []) || !Array.isArray(after ?? []) || (before ?? after) == null) return undefined
  const [from, to] = [(before ?? []) as readonly unknown[], (after ?? []) as readonly unknown[]] // checked above
  if (![...from, ...to].every((item) => typeof item === 'string' && !UUID.test(item))) {
    return from.length === to.length ? '' : `${whole(from.length)} → ${whole(to.length)}`
  }
  const added = to.filter((item) => !from.includes(item)).map((item) => `+${clipped(String(item))}`)
  const removed = from.filter((item) => !to.includes(item)).map((item) => `−${clipped(String(item))}`)
  return [...added, ...removed].join(' ')
}

/** Cuts off the common start of long texts before the word that differs, so that the difference is visible. */
function withoutCommonStart<Text extends string | undefined>(
  one: Text,
  other: Text,
): readonly [Text | string, Text | string] {
  if (one === undefined || other === undefined || Math.min(one.length, other.length) < LONG) return [one, other]
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  const start = one.lastIndexOf(' ', length - 1) + 1
  return start < LONG / 2 ? [one, other] : [`…${one.slice(start)}`, `…${other.slice(start)}`]
}

/** The maximum length of a text in a row with two texts. */
const LONG = 24

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

/** Returns a value on one line; undefined for an object, which has no short form. */
function shortText(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'object') return nameIn(value)
  if (typeof value === 'string' && UUID.test(value)) return undefined
  if (typeof value === 'string' && TIMESTAMP.test(value)) return MOMENT.format(new Date(value))
  return valueText(value).replaceAll(/\s+/g, ' ')
}

/** Returns the name in a value that represents a user or a record. */
function nameIn(value: object): string | undefined {
  const { first_name: first, name, email } = value as Readonly<Record<string, unknown>> // fields of type unknown
  const found = [first, name, email].find((each) => typeof each === 'string' && each !== '')
  return typeof found === 'string' ? found : undefined
}

interface SetShape {
  readonly rollout_percentage?: number | null
  readonly properties?: readonly PropertyShape[] | null
  readonly variant?: string | null
}

interface PropertyShape {
  readonly key?: unknown
  readonly operator?: unknown
  readonly value?: unknown
}

interface FiltersShape {
  readonly groups?: readonly SetShape[] | null
  readonly multivariate?: {
    readonly variants?: readonly { readonly key: string; readonly rollout_percentage?: number }[]
  } | null
  readonly payloads?: Readonly<Record<string, unknown>> | null
}

const shape = (filters: unknown): FiltersShape => (filters ?? {}) as FiltersShape // filters as they were stored

function filterParts(before: FiltersShape, after: FiltersShape): readonly ChangePart[] {
  const { groups: setsBefore, multivariate: variantsBefore, payloads: payloadsBefore, ...restBefore } = before
  const { groups: setsAfter, multivariate: variantsAfter, payloads: payloadsAfter, ...restAfter } = after
  const parts = [
    ...setParts(setsBefore ?? [], setsAfter ?? []),
    ...(differs(variantsBefore, variantsAfter) ? [variantPart(variantsBefore, variantsAfter)] : []),
    ...(differs(payloadsBefore ?? {}, payloadsAfter ?? {})
      ? [payloadPart(payloadsBefore ?? {}, payloadsAfter ?? {})]
      : []),
  ]
  if (parts.length > 0 && !differs(restBefore, restAfter)) return parts
  return [...parts, asChanged('Targeting')]
}

function setParts(before: readonly SetShape[], after: readonly SetShape[]): readonly ChangePart[] {
  if (before.length === after.length) return after.flatMap((set, index) => oneSet(before[index] ?? {}, set, index + 1))
  const added = numbersOf(after, before).map((number) => ({ label: `Set ${number} added` }))
  const removed = numbersOf(before, after).map((number) => ({ label: `Set ${number} removed` }))
  return [...added, ...removed]
}

/** Returns the numbers of the sets that the other list does not contain. */
function numbersOf(sets: readonly SetShape[], others: readonly SetShape[]): readonly number[] {
  const known = new Set(others.map((set) => JSON.stringify(set)))
  return sets.flatMap((set, index) => (known.has(JSON.stringify(set)) ? [] : [index + 1]))
}

function oneSet(before: SetShape, after: SetShape, number: number): readonly ChangePart[] {
  const { rollout_percentage: from, properties: filtersBefore, ...restBefore } = before
  const { rollout_percentage: to, properties: filtersAfter, ...restAfter } = after
  const label = `Set ${number}`
  const [share, newShare] = [percent(from ?? 100), percent(to ?? 100)]
  const parts: ChangePart[] = []
  if (share !== newShare) parts.push({ label, before: share, after: newShare })
  if (differs(filtersBefore ?? [], filtersAfter ?? []))
    parts.push(propertyPart(label, filtersBefore ?? [], filtersAfter ?? []))
  if (before.variant !== after.variant && differs(before.variant, after.variant))
    parts.push(valuePart(`${label}, variant`, before.variant, after.variant))
  else if (differs(restBefore, restAfter)) parts.push(asChanged(label))
  return parts
}

/** Returns "Set 1, country DE → AT" if one value changed, otherwise "Set 1 filters changed". */
function propertyPart(label: string, before: readonly PropertyShape[], after: readonly PropertyShape[]): ChangePart {
  const changed = after.flatMap((filter, index) => (differs(filter, before[index]) ? [index] : []))
  const [only = -1] = changed
  const [from, to] = [before[only], after[only]]
  if (
    before.length !== after.length ||
    changed.length !== 1 ||
    from?.key !== to?.key ||
    from?.operator !== to?.operator
  )
    return asChanged(`${label} filters`)
  return { label: `${label}, ${clipped(String(to?.key))}`, before: listed(from?.value), after: listed(to?.value) }
}

function listed(value: unknown): string {
  const values = Array.isArray(value) ? value : [value]
  return clipped(values.map(valueText).join(', '))
}

function variantPart(before: FiltersShape['multivariate'], after: FiltersShape['multivariate']): ChangePart {
  return { label: 'Variants', before: sharesText(before), after: sharesText(after) }
}

function sharesText(variants: FiltersShape['multivariate']): string {
  const shares = (variants?.variants ?? []).map(
    ({ key, rollout_percentage: share }) => `${clipped(key)} ${percent(share ?? 0)}`,
  )
  return shares.length === 0 ? 'none' : shares.join(', ')
}

type Payloads = Readonly<Record<string, unknown>>

function payloadPart(before: Payloads, after: Payloads): ChangePart {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const [key, ...others] = keys.filter((each) => differs(ownValue(before, each), ownValue(after, each)))
  if (key === undefined || others.length > 0) return asChanged('Payloads')
  const label = key === 'true' ? 'Payload' : `Payload of ${clipped(key)}`
  const [from, to] = withoutCommonStart(payloadText(ownValue(before, key)), payloadText(ownValue(after, key)))
  return { label, before: clipped(from), after: clipped(to) }
}

function payloadText(payload: unknown): string {
  if (payload === undefined || payload === null) return 'none'
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
  return text.replaceAll(/\s+/g, ' ')
}

function differs(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) !== JSON.stringify(other ?? null)
}
