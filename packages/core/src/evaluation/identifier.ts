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

/** A person by the distinct id. */
export const byDistinctId = (subject: Subject): string => cut(subject.distinctId)

/** A person by the id stored for the flag, or that from before signing in, so that signing in changes nothing. */
export function byFirstId(flagKey: string): Identify {
  return (subject) =>
    cut(ownProperty(subject.hashKeyOverrides, flagKey) || subject.anonDistinctId || subject.distinctId)
}

/** A person by the device. */
export const byDeviceId = (subject: Subject): string => {
  const deviceId = subject.deviceId || ownProperty(subject.properties, '$device_id')
  return typeof deviceId === 'string' ? deviceId : ''
}

/** A group by its key. */
export function byGroupKey(groupTypeIndex: number): Identify {
  return (subject, lookup) => groupKeyOf(subject, lookup.groupType(groupTypeIndex))
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
