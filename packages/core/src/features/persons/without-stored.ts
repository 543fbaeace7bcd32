import type { Properties, Subject } from '../../evaluation/definition/subject.ts'
import { UnevaluableError } from '../../evaluation/definition/unevaluable-error.ts'
import { ownProperty } from '../../foundation/json/own-property.ts'
import type { MissingData } from './missing-data.ts'

/**
 * The subject while the store does not answer: whoever asks for what is only stored hears that it is not known, which
 * fails the flag that asked and no other. To take it for missing would turn negative filters into matches.
 */
export function withoutStored(subject: Subject, missing: MissingData): Subject {
  const { personProperties, personMetadata, groups, staticCohortIds, continuityKeys } = missing
  const given = subject.groupProperties ?? {}
  const unknown = groups.map(
    ({ groupType, properties }) => [groupType, unknownAt(ownProperty(given, groupType) ?? {}, properties)] as const,
  )
  const incomplete = {
    ...subject,
    properties: unknownAt(subject.properties ?? {}, personProperties),
    // Keys are defined, not assigned: a group type may be called `__proto__`.
    groupProperties: Object.fromEntries([...Object.entries(given), ...unknown]),
    hashKeyOverrides: unknownAt(subject.hashKeyOverrides ?? {}, continuityKeys),
  }
  return unknownAt(incomplete, [
    ...(personMetadata ? ['personMetadata'] : []),
    ...(staticCohortIds.length > 0 ? ['cohortIds'] : []),
  ])
}

/** A copy of which these fields cannot be read. */
function unknownAt<T extends Properties | Subject | NonNullable<Subject['hashKeyOverrides']>>(
  object: T,
  names: readonly string[],
): T {
  const copy = { ...object }
  for (const name of names) Object.defineProperty(copy, name, { get: refuse, enumerable: false })
  return copy
}

function refuse(): never {
  throw new UnevaluableError('stored properties cannot be read right now')
}
