import type { Properties, Subject } from '../../evaluation/definition/subject.ts'
import { groupKeyOf } from '../../evaluation/lookup/identifier.ts'
import { ownProperty } from '../../foundation/json/own-property.ts'
import { distinctIdProblem } from '../../foundation/validation/distinct-id.ts'
import type { ProjectSnapshot } from '../../runtime/snapshots/project-snapshot.ts'
import { storedNeeds } from './stored-needs.ts'

/** The data about a subject that flags may read and the request does not contain. */
export interface MissingData {
  readonly personProperties: readonly string[]
  readonly personMetadata: boolean
  readonly groups: readonly MissingGroup[]
  readonly staticCohortIds: readonly number[]
  readonly continuityKeys: readonly string[]
}

export interface MissingGroup {
  readonly groupType: string
  readonly index: number
  readonly key: string
  readonly properties: readonly string[]
}

export const NOTHING: MissingData = {
  personProperties: [],
  personMetadata: false,
  groups: [],
  staticCohortIds: [],
  continuityKeys: [],
}

/** Returns undefined if nothing has to be loaded. */
export function missingData(snapshot: ProjectSnapshot, subject: Subject): MissingData | undefined {
  const needs = storedNeeds(snapshot)
  const isPerson = distinctIdProblem(subject.distinctId) === undefined
  const missing: MissingData = {
    personProperties: isPerson ? absent(needs.personProperties, subject.properties) : [],
    personMetadata: isPerson && needs.personMetadata && subject.personMetadata === undefined,
    groups: [...needs.groupProperties].flatMap(([index, names]) => missingGroup(snapshot, subject, index, names)),
    staticCohortIds: isPerson ? needs.staticCohortIds : [],
    continuityKeys: isPerson ? needs.continuityKeys : [],
  }
  return isNothing(missing) ? undefined : missing
}

function absent(names: ReadonlySet<string>, given: Properties | undefined): string[] {
  return [...names].filter((name) => ownProperty(given, name) === undefined)
}

function missingGroup(
  { project }: ProjectSnapshot,
  subject: Subject,
  index: number,
  names: ReadonlySet<string>,
): MissingGroup[] {
  const groupType = project.groupTypes[index] ?? undefined
  const key = groupKeyOf(subject, groupType)
  if (groupType === undefined || distinctIdProblem(key)) return []
  const properties = absent(names, ownProperty(subject.groupProperties, groupType))
  return properties.length === 0 ? [] : [{ groupType, index, key: String(key), properties }]
}

function isNothing(missing: MissingData): boolean {
  const { personProperties, personMetadata, groups, staticCohortIds, continuityKeys } = missing
  return (
    !personMetadata && [personProperties, groups, staticCohortIds, continuityKeys].every(({ length }) => length === 0)
  )
}
