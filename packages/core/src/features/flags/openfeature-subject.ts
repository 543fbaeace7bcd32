import type { Subject } from '../../evaluation/definition/subject.ts'
import type { JsonObject } from '../../foundation/json/json-value.ts'
import { groupKeys, groupProperties } from './subject-groups.ts'

/** Why an OpenFeature context has no subject. */
export interface ContextProblem {
  readonly errorCode: 'TARGETING_KEY_MISSING' | 'INVALID_CONTEXT'
  readonly message: string
}

const MISSING: ContextProblem = { errorCode: 'TARGETING_KEY_MISSING', message: 'The context has no targeting key.' }
const NO_TEXT: ContextProblem = { errorCode: 'INVALID_CONTEXT', message: 'The targeting key must be text.' }

/** Returns the subject of an OpenFeature context (PROTO-20). */
export function openFeatureSubject(context: JsonObject): Subject | ContextProblem {
  const { targetingKey, groups, groupProperties: ofGroups, ...properties } = context
  if (targetingKey === undefined || targetingKey === null || targetingKey === '') return MISSING
  if (typeof targetingKey !== 'string') return NO_TEXT
  if (groups === undefined && ofGroups === undefined) return { distinctId: targetingKey, properties }
  return {
    distinctId: targetingKey,
    properties,
    groups: groupKeys(groups),
    groupProperties: groupProperties(ofGroups),
  }
}
