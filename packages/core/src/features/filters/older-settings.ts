import { fieldsOf } from '../../evaluation/definition/filter-parts.ts'
import type { FilterInput, FlagFilters } from '../../evaluation/definition/flag-filters.ts'
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonEquals,
  withoutUndefined,
} from '../../foundation/json/json-value.ts'
import { type Violation, violation } from '../../foundation/validation/violation.ts'

interface OlderSetting {
  /** The setting that evaluation reads instead. */
  readonly newer: 'feature_enrollment' | 'holdout'
  /** Returns the equivalent value of the newer setting; undefined when there is none. */
  readonly convert: (value: JsonValue, flagKey: string) => JsonValue | undefined
  readonly advice: string
}

/** Settings of older PostHog clients. They are not part of the definitions for evaluation (FLAG-41). */
const OLDER_SETTINGS: Readonly<Record<string, OlderSetting>> = {
  super_groups: { newer: 'feature_enrollment', convert: enrollmentOf, advice: 'Send feature_enrollment instead.' },
  holdout_groups: {
    newer: 'holdout',
    convert: holdoutOf,
    advice: 'Send holdout with an id and an exclusion_percentage instead.',
  },
}

/** The flag before a write. */
interface StoredSettings {
  readonly key: string
  readonly filters: FilterInput
}

/**
 * Adds the newer form of an older setting that a write sends, if the newer form is exactly equivalent (FLAG-143).
 * Evaluation reads only the newer form. The older setting is stored as it was sent, so that clients read what they
 * wrote. `sent` contains the fields of the write, and `next` the result to store.
 */
export function withConvertedSettings(
  next: FlagFilters,
  flagKey: string,
  sent: FilterInput,
  stored?: StoredSettings,
): FlagFilters {
  const fields = jsonFields(next)
  const before = jsonFields(stored?.filters ?? {})
  const explicit = jsonFields(sent)
  const changes: Record<string, JsonValue | undefined> = {}
  for (const [older, { newer, convert }] of Object.entries(OLDER_SETTINGS)) {
    const [value = null, valueBefore = null] = [fields[older], before[older]]
    if (jsonEquals(value, valueBefore) || (explicit[newer] ?? null) !== null) continue
    const meant = convert(value, flagKey)
    const meantBefore = stored && convert(valueBefore, stored.key)
    const isConverted = meantBefore !== undefined && jsonEquals(before[newer] ?? null, meantBefore)
    if (meant !== undefined || (isConverted && explicit[newer] === undefined)) changes[newer] = meant
  }
  return withoutUndefined({ ...next, ...changes })
}

/** Returns warnings about older settings that evaluation does not read, and that no newer setting replaces. */
export function olderSettingWarnings(filters: FilterInput, flagKey: string): readonly Violation[] {
  const fields = jsonFields(filters)
  return Object.entries(OLDER_SETTINGS).flatMap(([older, { newer, convert, advice }]) => {
    const value = fields[older] ?? null
    if (value === null || (Array.isArray(value) && value.length === 0)) return []
    const meant = convert(value, flagKey)
    if (meant !== undefined && jsonEquals(meant, fields[newer] ?? null)) return []
    return [
      violation('filters', 'unevaluated_setting', `"${older}" of its filters is ignored by evaluation. ${advice}`),
    ]
  })
}

/** Persons with the property `$feature_enrollment/<key>` get its value: early access (EVAL-14). */
function enrollmentOf(value: JsonValue, flagKey: string): true | undefined {
  const group = onlyGroup(value)
  const { properties = null, rollout_percentage: rollout = null } = group ?? {}
  const property = Array.isArray(properties) && properties.length === 1 ? properties[0] : undefined
  if (!isJsonObject(property) || (rollout !== null && rollout !== 100) || !saysNothing(group?.variant)) return undefined
  const { key, type, value: wanted, operator = null, ...others } = property
  const isEnrollment = key === `$feature_enrollment/${flagKey}` && type === 'person' && isTrue(wanted)
  const isExact = (operator === null || operator === 'exact') && Object.values(others).every(saysNothing)
  return isEnrollment && isExact ? true : undefined
}

function isTrue(wanted: JsonValue | undefined): boolean {
  const value = Array.isArray(wanted) && wanted.length === 1 ? wanted[0] : wanted
  return value === true || value === 'true'
}

const HOLDOUT_VARIANT = /^holdout-(\d{1,15})$/

/** A share of all persons gets the variant `holdout-<id>` (EVAL-15). */
function holdoutOf(value: JsonValue): JsonObject | undefined {
  const group = onlyGroup(value)
  const { properties = null, rollout_percentage: share, variant } = group ?? {}
  const id = typeof variant === 'string' ? HOLDOUT_VARIANT.exec(variant)?.[1] : undefined
  const isForAll = properties === null || (Array.isArray(properties) && properties.length === 0)
  if (!isForAll || id === undefined || typeof share !== 'number' || share < 0 || share > 100) return undefined
  return { id: Number(id), exclusion_percentage: share }
}

/** Returns the only condition set of an older setting, if it has no other fields. */
function onlyGroup(value: JsonValue): JsonObject | undefined {
  const group = Array.isArray(value) && value.length === 1 ? value[0] : undefined
  if (!isJsonObject(group)) return undefined
  const { properties: _, rollout_percentage: __, variant: ___, ...others } = group
  return Object.values(others).every(saysNothing) ? group : undefined
}

function saysNothing(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === false || value === ''
}

function jsonFields(filters: FilterInput): JsonObject {
  return fieldsOf(filters) as unknown as JsonObject // filters are JSON, including unknown parts
}
