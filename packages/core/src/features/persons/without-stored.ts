import type { Properties, Subject } from '../../evaluation/definition/subject.ts'
import { UnevaluableError } from '../../evaluation/definition/unevaluable-error.ts'
import { ownProperty } from '../../foundation/json/own-property.ts'
import type { MissingData } from './missing-data.ts'

/**
 * Returns the subject for evaluation while the store is unavailable. Reading data that is only stored throws an error,
 * which fails only the flag that reads it. If the data were treated as missing, negative filters would match.
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
    // Keys are defined, not assigned, because a group type may be called `__proto__`.
    groupProperties: Object.fromEntries([...Object.entries(given), ...unknown]),
    hashKeyOverrides: unknownAt(subject.hashKeyOverrides ?? {}, continuityKeys),
  }
  return unknownAt(incomplete, [
    ...(personMetadata ? ['personMetadata'] : []),
    ...(staticCohortIds.length > 0 ? ['cohortIds'] : []),
  ])
}

/** Returns a copy whose fields with these names throw an error when they are read. */
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
