import type { Cohort } from '../../data/records/cohort.ts'
import type { Flag } from '../../data/records/flag.ts'
import type { ReadTransaction, Store } from '../../data/store.ts'
import type { TaggedProject } from '../../data/tables/project-table.ts'
import type { FlagDefinition } from '../../evaluation/definition/definitions.ts'
import type { Clock } from '../../foundation/time/timestamp.ts'
import { mapYielding } from '../../foundation/time/yield.ts'
import { definitionOf, isPublished } from './flag-definition.ts'
import { ProjectSnapshot, type ProjectState } from './project-snapshot.ts'

export interface LoadedSnapshot {
  readonly snapshot: ProjectSnapshot
  /** Whether it was derived from the known snapshot; otherwise everything was loaded. */
  readonly isFollowing: boolean
}

interface Change extends ProjectState {
  readonly flags: readonly Flag[]
  readonly cohorts: readonly Cohort[]
}

interface LoadedChange extends Change {
  /** The snapshot that the change is applied to; undefined when everything was loaded. */
  readonly base: ProjectSnapshot | undefined
}

/**
 * Returns the current snapshot from the store. If the known snapshot belongs to the project's past, only later changes
 * are loaded (SNAP-31), and without any it is returned itself. Undefined when there is no such project.
 */
export async function loadSnapshot(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  projectId: number,
  known: ProjectSnapshot | undefined,
): Promise<LoadedSnapshot | undefined> {
  const found = await changedSince(store, projectId, known)
  if (!found) return undefined
  const { base } = found
  if (!base) return { snapshot: await first(found, clock), isFollowing: false }
  const isNewest = base.version === found.project.version
  return { snapshot: isNewest ? base : following(base, found, await definitionsOf(found.flags)), isFollowing: true }
}

function changedSince(
  store: Store,
  projectId: number,
  known: ProjectSnapshot | undefined,
): Promise<LoadedChange | undefined> {
  return store.read(async (tx) => {
    const since = known?.version ?? 0
    // In one round trip, because the request that made the change waits for it.
    const [found, [flags, cohorts]] = await Promise.all([
      tx.projects.findTagged(projectId, since),
      known ? changes(tx, projectId, since) : everything(tx, projectId),
    ])
    if (!found) return undefined
    const { project, tag } = found
    if (!known || isInPast(known, found)) return { project, tag, base: known, flags, cohorts }
    const [allFlags, allCohorts] = await everything(tx, projectId)
    return { project, tag, base: undefined, flags: allFlags, cohorts: allCohorts }
  })
}

function changes(tx: ReadTransaction, projectId: number, since: number) {
  return Promise.all([tx.flags.changedSince(projectId, since), tx.cohorts.changedSince(projectId, since)])
}

function everything(tx: ReadTransaction, projectId: number) {
  return Promise.all([tx.flags.listLive(projectId), tx.cohorts.listLive(projectId)])
}

/**
 * Whether the store has, or had, the state of this snapshot, so that the changes since then are the only differences.
 */
function isInPast({ project: { uuid, version }, tag }: ProjectSnapshot, { project, sinceTag }: TaggedProject): boolean {
  return uuid === project.uuid && version <= project.version && tag !== null && tag === sinceTag
}

/** A committed change of a project, as its own transaction saw it. */
export interface OwnChange {
  /** The project after the change, and the tag of the version before it. */
  readonly state: TaggedProject
  /** All flags that evaluation uses and that the change has written. */
  readonly flags: readonly Flag[]
}

/**
 * Returns the snapshot after a change without querying the store; undefined when the change was made to another
 * snapshot.
 */
export function withOwnChange(base: ProjectSnapshot, { state, flags }: OwnChange): ProjectSnapshot | undefined {
  if (base.version !== state.project.version - 1 || !isInPast(base, state)) return undefined
  const stored = flags.map(asStored)
  return following(base, { ...state, flags: stored, cohorts: [] }, stored.filter(isPublished).map(definitionOf))
}

/** Returns the flag as the store would return it: a separate copy, without what JSON cannot represent. */
function asStored(flag: Flag): Flag {
  return JSON.parse(JSON.stringify(flag))
}

async function first({ project, tag, flags, cohorts }: Change, clock: Clock): Promise<ProjectSnapshot> {
  return ProjectSnapshot.of({ project, tag }, await definitionsOf(flags), cohorts, clock)
}

function following(
  base: ProjectSnapshot,
  { project, tag, flags, cohorts }: Change,
  definitions: readonly FlagDefinition[],
): ProjectSnapshot {
  const removedFlagIds = flags.filter((flag) => !isPublished(flag)).map((flag) => flag.id)
  return base.with({ project, tag }, { flags: definitions, removedFlagIds, cohorts })
}

/** Returns the definitions of published flags. It yields after each, because there may be many large ones. */
function definitionsOf(flags: readonly Flag[]): Promise<readonly FlagDefinition[]> {
  return mapYielding(flags.filter(isPublished), definitionOf, 1)
}
