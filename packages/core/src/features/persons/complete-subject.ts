import type { Person } from '../../data/records/person.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { mayPass } from '../../data/store-errors.ts'
import type { Properties, Subject } from '../../evaluation/definition/subject.ts'
import type { JsonObject } from '../../foundation/json/json-value.ts'
import { formatTimestamp } from '../../foundation/time/timestamp.ts'
import type { Context } from '../../runtime/context.ts'
import type { ProjectSnapshot } from '../../runtime/snapshots/project-snapshot.ts'
import { withInitialProperties } from './initial-properties.ts'
import { freshKeys, keepAnswers } from './keep-answers.ts'
import { type MissingData, missingData, NOTHING } from './missing-data.ts'
import { storedNeeds } from './stored-needs.ts'
import { withoutStored } from './without-stored.ts'

/**
 * Returns the subject with the stored data about it (PERSON-10 to PERSON-13): properties, over which those of the
 * request take precedence, static cohorts, and the ids stored for flags. It reads the store once, or not at all if no
 * active flag needs more data than the request contains. While the store is unavailable, only the flags that need
 * stored data fail (PERSON-14).
 */
export async function completeSubject(
  ctx: Pick<Context, 'store'>,
  snapshot: ProjectSnapshot,
  subject: Subject,
): Promise<Subject> {
  const missing = missingData(snapshot, subject)
  const { initialProperties } = storedNeeds(snapshot)
  if (!missing) return withInitialProperties(subject, initialProperties)
  const projectId = snapshot.project.id
  const stored = await unlessDown(() => ctx.store.read((tx) => readStored(tx, projectId, subject, missing)))
  if (!stored) return withoutStored(subject, missing)
  const completed = withInitialProperties(withStored(subject, stored), initialProperties)
  const kept = await unlessDown(() => keepAnswers(ctx, projectId, completed, missing.continuityKeys))
  return kept ?? withoutStored(completed, { ...NOTHING, continuityKeys: freshKeys(completed, missing.continuityKeys) })
}

/** Returns the result of the work; undefined if the store is unavailable. */
async function unlessDown<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (mayPass(error)) return undefined
    throw error
  }
}

interface Stored {
  readonly person: Person | undefined
  readonly groupProperties: { readonly [groupType: string]: JsonObject }
  readonly cohortIds: readonly number[]
  readonly hashKeyOverrides: { readonly [flagKey: string]: string }
}

async function readStored(
  tx: ReadTransaction,
  projectId: number,
  { distinctId }: Subject,
  missing: MissingData,
): Promise<Stored> {
  const asksPerson = missing.personProperties.length > 0 || missing.personMetadata
  const { staticCohortIds, continuityKeys } = missing
  const person = asksPerson ? await tx.persons.find(projectId, distinctId) : undefined
  const cohortIds =
    staticCohortIds.length > 0 ? await tx.cohortMembers.cohortsOf(projectId, distinctId, staticCohortIds) : []
  const overrides = continuityKeys.length > 0 ? await tx.hashKeyOverrides.list(projectId, distinctId) : []
  return {
    person,
    groupProperties: await readGroups(tx, projectId, missing),
    cohortIds: [...cohortIds],
    hashKeyOverrides: Object.fromEntries(overrides.map(({ flagKey, hashKey }) => [flagKey, hashKey])),
  }
}

async function readGroups(tx: ReadTransaction, projectId: number, { groups }: MissingData) {
  const found: [string, JsonObject][] = []
  for (const { groupType, index, key } of groups) {
    const group = await tx.groups.find(projectId, index, key)
    if (group) found.push([groupType, group.properties])
  }
  return Object.fromEntries(found)
}

/** Merges the request into the stored data. Values of the request take precedence. */
function withStored(subject: Subject, { person, groupProperties, cohortIds, hashKeyOverrides }: Stored): Subject {
  const { personMetadata = person && { created_at: formatTimestamp(person.createdAt) } } = subject
  return {
    ...subject,
    // Requests may contain very many properties, which are copied only if necessary.
    properties: person ? { ...person.properties, ...subject.properties } : (subject.properties ?? {}),
    groupProperties: laidOver(groupProperties, subject.groupProperties ?? {}),
    cohortIds: [...cohortIds, ...(subject.cohortIds ?? [])],
    hashKeyOverrides: { ...hashKeyOverrides, ...subject.hashKeyOverrides },
    ...(personMetadata ? { personMetadata } : {}),
  }
}

function laidOver(
  stored: { readonly [groupType: string]: Properties },
  given: { readonly [groupType: string]: Properties },
): { readonly [groupType: string]: Properties } {
  if (Object.keys(stored).length === 0) return given
  const types = new Set([...Object.keys(stored), ...Object.keys(given)])
  return Object.fromEntries(
    [...types].map((type) => [
      type,
      { ...(Object.hasOwn(stored, type) ? stored[type] : {}), ...(Object.hasOwn(given, type) ? given[type] : {}) },
    ]),
  )
}
