import type { Lookup } from './lookup.ts'
import { ownProperty } from './own-property.ts'
import type { Subject } from './subject.ts'

/** Longer distinct ids are cut to this many characters (code points) before they are hashed. */
const DISTINCT_ID_LIMIT = 200

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
  identify: (subject) => cut(subject.distinctId),
}

/** A person by the device. */
export const BY_DEVICE_ID: Identification = {
  source: 'device_id',
  identify: (subject) => {
    const deviceId = subject.deviceId || ownProperty(subject.properties, '$device_id')
    return typeof deviceId === 'string' ? deviceId : ''
  },
}

/** A person by the id stored for the flag, or that from before signing in, so that signing in changes nothing. */
export function byFirstId(flagKey: string): Identification {
  return {
    source: 'first_id',
    identify: (subject) =>
      cut(ownProperty(subject.hashKeyOverrides, flagKey) || subject.anonDistinctId || subject.distinctId),
  }
}

/** A group by its key. */
export function byGroupKey(groupTypeIndex: number): Identification {
  return {
    source: 'group_key',
    identify: (subject, lookup) => groupKeyOf(subject, lookup.groupType(groupTypeIndex)),
  }
}

/** The key of the subject's group of a type, as text; undefined when it belongs to none. */
export function groupKeyOf(subject: Subject, groupType: string | undefined): string | undefined {
  if (groupType === undefined) return undefined
  const key = ownProperty(subject.groups, groupType)
  return key === undefined || key === null ? undefined : String(key)
}

function cut(distinctId: string): string {
  // JavaScript callers hand in numbers, and the wire takes them too.
  const text = typeof distinctId === 'string' ? distinctId : String(distinctId)
  return text.length <= DISTINCT_ID_LIMIT ? text : Array.from(text).slice(0, DISTINCT_ID_LIMIT).join('')
}
