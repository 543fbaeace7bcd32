import { ownProperty } from '../../foundation/json/own-property.ts'
import { DISTINCT_ID_LIMIT, STORED_ID_LIMIT } from '../../foundation/validation/id-limits.ts'
import type { Subject } from '../definition/subject.ts'
import type { Lookup } from './lookup.ts'

/**
 * Finds what a subject is bucketed by. The empty text means that it has nothing to be bucketed by, so that it is in no
 * partial rollout; undefined means that it belongs to no group of the type.
 */
export type Identify = (subject: Subject, lookup: Lookup) => string | undefined

/** Which id of a subject is used: `first_id` is the one that a person keeps across signing in. */
export type IdentifierSource = 'distinct_id' | 'first_id' | 'device_id' | 'group_key'

export interface Identification {
  readonly source: IdentifierSource
  readonly identify: Identify
}

/** A person by the distinct id. */
export const BY_DISTINCT_ID: Identification = {
  source: 'distinct_id',
  identify: (subject, lookup) => readId(subject.distinctId, lookup),
}

/** A person by the device. */
export const BY_DEVICE_ID: Identification = {
  source: 'device_id',
  identify: (subject, lookup) => {
    const deviceId = subject.deviceId || ownProperty(subject.properties, '$device_id')
    return typeof deviceId === 'string' ? bounded(deviceId, STORED_ID_LIMIT, cutKey, lookup) : ''
  },
}

/** A person by the id stored for the flag, or that from before signing in, so that signing in changes nothing. */
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

/** The key of the subject's group of a type, as text; undefined when it belongs to none. */
export function groupKeyOf(subject: Subject, groupType: string | undefined): string | undefined {
  if (groupType === undefined) return undefined
  const key = ownProperty(subject.groups, groupType)
  return key === undefined || key === null ? undefined : String(key)
}

/** What is hashed of a distinct id. */
export function cutDistinctId(id: string): string {
  return id.length <= DISTINCT_ID_LIMIT ? id : firstCharacters(id, DISTINCT_ID_LIMIT)
}

/** What is hashed of a device id or of the key of a group. */
export function cutKey(key: string): string {
  return key.length <= STORED_ID_LIMIT ? key : firstCharacters(key, STORED_ID_LIMIT)
}

/** In code points. The text is a new one: a part of the old one would keep all of it in memory. */
function firstCharacters(text: string, count: number): string {
  // Each takes two units at most.
  const head = Array.from(text.slice(0, count * 2))
  return head.slice(0, count).join('')
}

function readId(distinctId: string, lookup: Lookup): string {
  const id = typeof distinctId === 'string' ? distinctId : textOfId(distinctId)
  return bounded(id, DISTINCT_ID_LIMIT, cutDistinctId, lookup)
}

/**
 * What an id is that is no text. JavaScript callers hand in numbers, and the wire takes them too. Nothing, or an object, is no
 * identifier: as a text it would be the same one for everybody.
 */
export function textOfId(id: unknown): string {
  return id === undefined || typeof id === 'object' ? '' : String(id)
}

/** Most are short. The others are cut once for a subject, however many flags ask. */
function bounded(text: string, length: number, cut: (text: string) => string, lookup: Lookup): string {
  return text.length <= length ? text : lookup.forms.readOnce(text, cut)
}
