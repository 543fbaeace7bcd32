import type { JsonValue } from '../../foundation/json/json-value.ts'
import { ownProperty } from '../../foundation/json/own-property.ts'
import type { Subject } from '../definition/subject.ts'
import { UnevaluableError } from '../definition/unevaluable-error.ts'
import { groupKeyOf } from '../lookup/identifier.ts'
import type { Lookup } from '../lookup/lookup.ts'

/** Reads the value of a filter's property; undefined if the subject does not have it. */
export type ReadProperty = (subject: Subject, lookup: Lookup) => JsonValue | undefined

/** Returns a reader of a property of the user. The distinct id is one, unless the properties contain another. */
export function readPersonProperty(name: string): ReadProperty {
  if (name === 'distinct_id') return (subject) => ownProperty(subject.properties, name) ?? subject.distinctId
  return (subject) => ownProperty(subject.properties, name)
}

/** Returns a reader of the data about the user other than properties: only the creation time. */
export function readPersonMetadata(name: string): ReadProperty {
  if (name !== 'created_at') throw new UnevaluableError(`there is no person_metadata named ${JSON.stringify(name)}`)
  return (subject) => subject.personMetadata?.created_at
}

/**
 * Returns a reader of a property of the subject's group of a type. The group's key is one, unless the properties
 * contain another.
 */
export function readGroupProperty(name: string, groupTypeIndex: number): ReadProperty {
  return (subject, lookup) => {
    const groupType = lookup.groupType(groupTypeIndex)
    if (groupType === undefined) return undefined
    const value = ownProperty(ownProperty(subject.groupProperties, groupType), name)
    return value === undefined && name === '$group_key' ? groupKeyOf(subject, groupType) : value
  }
}
