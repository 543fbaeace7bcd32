import { ownProperty } from '../../foundation/json/own-property.ts'
import { DISTINCT_ID_LIMIT, STORED_ID_LIMIT } from '../../foundation/validation/id-limits.ts'
import type { Subject } from '../definition/subject.ts'
import type { Lookup } from './lookup.ts'

/**
 * Returns the bucketing identifier of a subject. Empty text means that there is none, so that the subject is in no
 * partial rollout; undefined means that it belongs to no group of the type.
 */
export type Identify = (subject: Subject, lookup: Lookup) => string | undefined

/** The id of a subject that is used: `first_id` is the one that does not change when a user signs in. */
export type IdentifierSource = 'distinct_id' | 'first_id' | 'device_id' | 'group_key'

export interface Identification {
  readonly source: IdentifierSource
  readonly identify: Identify
}

/** Identifies a user by the distinct id. */
export const BY_DISTINCT_ID: Identification = {
  source: 'distinct_id',
  identify: (subject, lookup) => readId(subject.distinctId, lookup),
}

/** Identifies a user by the device. */
export const BY_DEVICE_ID: Identification = {
  source: 'device_id',
  identify: (subject, lookup) => {
    const deviceId = subject.deviceId || ownProperty(subject.properties, '$device_id')
    return typeof deviceId === 'string' ? bounded(deviceId, STORED_ID_LIMIT, cutKey, lookup) : ''
  },
}

/**
 * Identifies a user by the id that is stored for the flag, or by the id from before signing in. Signing in then does
 * not change the result.
 */
export function byFirstId(flagKey: string): Identification {
  return {
    source: 'first_id',
    identify: (subject, lookup) =>
      readId(ownProperty(subject.hashKeyOverrides, flagKey) || subject.anonDistinctId || subject.distinctId, lookup),
  }
}

export function byGroupKey(groupTypeIndex: number): Identification {
  return {
    source: 'group_key',
    identify: (subject, lookup) => {
      const key = groupKeyOf(subject, lookup.groupType(groupTypeIndex))
      return key === undefined ? undefined : bounded(key, STORED_ID_LIMIT, cutKey, lookup)
    },
  }
}

/** Returns the key of the subject's group of a type, as text; undefined if there is none. */
export function groupKeyOf(subject: Subject, groupType: string | undefined): string | undefined {
  if (groupType === undefined) return undefined
  const key = ownProperty(subject.groups, groupType)
  return key === undefined || key === null ? undefined : String(key)
}

/** Returns the part of a distinct id that is hashed. */
export function cutDistinctId(id: string): string {
  return id.length <= DISTINCT_ID_LIMIT ? id : firstCharacters(id, DISTINCT_ID_LIMIT)
}

/** Returns the part of a device id or of a group key that is hashed. */
export function cutKey(key: string): string {
  return key.length <= STORED_ID_LIMIT ? key : firstCharacters(key, STORED_ID_LIMIT)
}

/** Counts code points. It returns a new text: a slice would keep the whole original in memory. */
function firstCharacters(text: string, count: number): string {
  // Each has at most two units.
  const head = Array.from(text.slice(0, count * 2))
  return head.slice(0, count).join('')
}

function readId(distinctId: string, lookup: Lookup): string {
  const id = typeof distinctId === 'string' ? distinctId : textOfId(distinctId)
  return bounded(id, DISTINCT_ID_LIMIT, cutDistinctId, lookup)
}

/**
 * Returns an id that is not text as text. JavaScript callers pass numbers, and the API accepts them as well. Missing
 * ids and objects are no identifiers: as text they would be the same for all users.
 */
export function textOfId(id: unknown): string {
  return id === undefined || typeof id === 'object' ? '' : String(id)
}

/** Truncates a text. Most are short; the others are truncated once per subject, however many flags need them. */
function bounded(text: string, length: number, cut: (text: string) => string, lookup: Lookup): string {
  return text.length <= length ? text : lookup.forms.readOnce(text, cut)
}
