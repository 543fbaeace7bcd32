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
  /** Whether it was made of the known one; otherwise it was made of everything there is. */
  readonly isFollowing: boolean
}

interface Change extends ProjectState {
  readonly flags: readonly Flag[]
  readonly cohorts: readonly Cohort[]
}

interface LoadedChange extends Change {
  /** What it follows from; undefined when it is everything there is. */
  readonly base: ProjectSnapshot | undefined
}

/**
 * The picture that the store gives now, made of a known one and what changed since if that is of its past (SNAP-31):
 * the known one itself when nothing did. Undefined when there is no such project.
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
    // In one go: whoever made the change waits for it.
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

/** Whether the store has, or had, the state that a picture is of: what changed since then is all that differs. */
function isInPast({ project: { uuid, version }, tag }: ProjectSnapshot, { project, sinceTag }: TaggedProject): boolean {
  return uuid === project.uuid && version <= project.version && tag !== null && tag === sinceTag
}

/** What a change has made of a project, as it saw it in its own transaction. */
export interface OwnChange {
  /** The project as the change leaves it, and the tag of the version before that. */
  readonly state: TaggedProject
  /** All that evaluation looks at and that it has written. */
  readonly flags: readonly Flag[]
}

/** The picture after a change that was made of it, without asking the store; undefined when it was made of another one. */
export function withOwnChange(base: ProjectSnapshot, { state, flags }: OwnChange): ProjectSnapshot | undefined {
  if (base.version !== state.project.version - 1 || !isInPast(base, state)) return undefined
  const stored = flags.map(asStored)
  return following(base, { ...state, flags: stored, cohorts: [] }, stored.filter(isPublished).map(definitionOf))
}

/** As the store would give it: nobody else's, and without what JSON does not say. */
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

/** What is published of flags, of which there may be many, and large ones. */
function definitionsOf(flags: readonly Flag[]): Promise<readonly FlagDefinition[]> {
  return mapYielding(flags.filter(isPublished), definitionOf, 1)
}
