import type { Group, Person } from '../../data/records/person.ts'
import type { ReadTransaction } from '../../data/store.ts'
import type { HashKeyOverride } from '../../data/tables/hash-key-override-table.ts'
import type { PersonMetadata, Subject } from '../../evaluation/definition/subject.ts'
import { formatTimestamp } from '../../foundation/time/timestamp.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { withInitialProperties } from '../persons/initial-properties.ts'
import type { StoredNeeds } from '../persons/stored-needs.ts'

/** A stored person or group, in the form in which flags are evaluated for it. */
export interface KnownSubject {
  /** The distinct id, or the key of the group. */
  readonly id: string
  readonly subject: Subject
}

/** Reads up to `limit` stored subjects after `afterId`, in order of the bytes of their ids. */
export type ReadChunk = (afterId: string, limit: number) => Promise<readonly KnownSubject[]>

/** The data of a person to look up, in addition to properties. */
export type LookedUp = Pick<StoredNeeds, 'initialProperties' | 'personMetadata' | 'staticCohortIds' | 'continuityKeys'>

/** Returns a reader of the persons of a project, with the stored data that flags need. */
export function knownPersons(
  { store, project }: Pick<ProjectContext, 'store' | 'project'>,
  needs: LookedUp,
): ReadChunk {
  return (afterId, limit) =>
    store.read(async (tx) => {
      const persons = await tx.persons.after(project.id, afterId, limit)
      const beside = await readBeside(tx, project.id, persons, needs)
      return persons.map((person) => ({ id: person.distinctId, subject: personSubject(person, needs, beside) }))
    })
}

/** Data about persons that is stored outside of their own rows, by distinct id. */
interface Beside {
  readonly cohortIds: ReadonlyMap<string, readonly number[]>
  readonly overrides: ReadonlyMap<string, readonly HashKeyOverride[]>
}

async function readBeside(
  tx: ReadTransaction,
  projectId: number,
  persons: readonly Person[],
  { staticCohortIds, continuityKeys }: LookedUp,
): Promise<Beside> {
  if (staticCohortIds.length === 0 && continuityKeys.length === 0) return NOTHING_BESIDE
  const ids = persons.map(({ distinctId }) => distinctId)
  return {
    cohortIds:
      staticCohortIds.length > 0
        ? await tx.cohortMembers.cohortsOfEach(projectId, ids, staticCohortIds)
        : NOTHING_BESIDE.cohortIds,
    overrides:
      continuityKeys.length > 0 ? await tx.hashKeyOverrides.listOfEach(projectId, ids) : NOTHING_BESIDE.overrides,
  }
}

// Bound: is as large as nothing, being never filled
const NOTHING_BESIDE: Beside = { cohortIds: new Map(), overrides: new Map() }
const NO_COHORTS: readonly number[] = []
const NO_OVERRIDES: NonNullable<Subject['hashKeyOverrides']> = {}
const NO_METADATA: PersonMetadata = {}

function personSubject(person: Person, needs: LookedUp, { cohortIds, overrides }: Beside): Subject {
  const own = overrides.get(person.distinctId)
  // All subjects have the same fields, which makes reading a million of them faster.
  const subject: Subject = {
    distinctId: person.distinctId,
    properties: person.properties,
    cohortIds: cohortIds.get(person.distinctId) ?? NO_COHORTS,
    hashKeyOverrides: own ? Object.fromEntries(own.map(({ flagKey, hashKey }) => [flagKey, hashKey])) : NO_OVERRIDES,
    personMetadata: needs.personMetadata ? { created_at: formatTimestamp(person.createdAt) } : NO_METADATA,
  }
  return withInitialProperties(subject, needs.initialProperties)
}

/** Returns a reader of the groups of one type. Each is a subject with only this group. */
export function knownGroups(
  { store, project }: Pick<ProjectContext, 'store' | 'project'>,
  index: number,
  groupType: string,
): ReadChunk {
  return (afterKey, limit) =>
    store.read(async (tx) => {
      const groups = await tx.groups.after(project.id, index, afterKey, limit)
      return groups.map((group) => ({ id: group.key, subject: groupSubject(group, groupType) }))
    })
}

function groupSubject({ key, properties }: Group, groupType: string): Subject {
  return { distinctId: '', groups: { [groupType]: key }, groupProperties: { [groupType]: properties } }
}
