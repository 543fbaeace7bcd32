import type { Cohort } from '../../data/records/cohort.ts'
import { groupTypesIn } from '../../data/records/group-type-places.ts'
import type { Project } from '../../data/records/project.ts'
import { newVersionTag, type ProjectVersion } from '../../data/records/project-version.ts'
import type { TaggedProject } from '../../data/tables/project-table.ts'
import { type CompiledSnapshot, compileDefinitions, replaceDefinitions } from '../../evaluation/compile-definitions.ts'
import type { DefinitionsSettings, FlagDefinition } from '../../evaluation/definition/definitions.ts'
import { simdHashing } from '../../evaluation/hashing/simd/simd-hashing.ts'
import { re2Patterns } from '../../evaluation/operators/re2-patterns.ts'
import { definitionsOf, flagOf } from '../../evaluation/snapshot/flags-by-key.ts'
import type { Clock } from '../../foundation/time/timestamp.ts'
import { definitionsFeed } from './definitions-feed.ts'
import { type SnapshotCohorts, withCohorts } from './snapshot-cohorts.ts'

/** A project and the tag of its version. */
export type ProjectState = Pick<TaggedProject, 'project' | 'tag'>

/** The changes of a project since a snapshot. */
export interface SnapshotChange {
  readonly flags: readonly FlagDefinition[]
  readonly removedFlagIds: readonly number[]
  /** Includes deleted cohorts. */
  readonly cohorts: readonly Cohort[]
}

/** A project at one version: the project itself, its flags compiled for evaluation, and the feed that SDKs poll. */
export class ProjectSnapshot implements ProjectVersion {
  readonly project: Project
  readonly tag: string | null
  readonly evaluation: CompiledSnapshot
  readonly cohorts: SnapshotCohorts
  #revision: string | undefined
  #feed: Promise<Uint8Array> | undefined
  #flags: readonly FlagDefinition[] | undefined
  #activeFlags: readonly FlagDefinition[] | undefined

  private constructor({ project, tag }: ProjectState, evaluation: CompiledSnapshot, cohorts: SnapshotCohorts) {
    this.project = project
    this.tag = tag
    this.evaluation = evaluation
    this.cohorts = cohorts
  }

  static of(
    state: ProjectState,
    flags: readonly FlagDefinition[],
    cohorts: readonly Cohort[],
    clock: Clock,
  ): ProjectSnapshot {
    const { project } = state
    const live = withCohorts(undefined, cohorts)
    const document = { flags, ...evaluationSettings(project, live) }
    // The same engine that validated the patterns when they were saved (FLAG-49).
    const options = { version: project.version, clock, patterns: re2Patterns, hashing: simdHashing }
    return new ProjectSnapshot(state, compileDefinitions(document, options), live)
  }

  get version(): number {
    return this.project.version
  }

  /**
   * The version and its tag as text, which clients compare to find out whether theirs is the newest. A version without
   * a tag equals no other, so its text differs in each snapshot.
   */
  get revision(): string {
    this.#revision ??= `${this.version}-${this.tag ?? newVersionTag()}`
    return this.#revision
  }

  /** Returns the snapshot after a change; this one does not change. */
  with(state: ProjectState, { flags, removedFlagIds, cohorts }: SnapshotChange): ProjectSnapshot {
    const { project } = state
    const live = withCohorts(this.cohorts, cohorts)
    const settings = evaluationSettings(project, live)
    const change = { version: project.version, changed: flags, removedIds: removedFlagIds, settings }
    return new ProjectSnapshot(state, replaceDefinitions(this.evaluation, change), live)
  }

  /**
   * A weak entity tag of {@link feed}, `W/"…"`. It contains the project's UUID, because the same URL can serve another
   * project later.
   */
  get etag(): string {
    return `W/"${this.project.uuid.slice(0, 8)}-${this.revision}"`
  }

  /**
   * Returns what SDKs poll: UTF-8 JSON of a `DefinitionsDocument`. It is always the same bytes object, so that callers
   * can use it as a cache key.
   */
  feed(): Promise<Uint8Array> {
    this.#feed ??= definitionsFeed(this.evaluation, this.cohorts, (cohorts) => settingsOf(this.project, cohorts))
    return this.#feed
  }

  /** The definitions of all flags, by key. */
  get flags(): readonly FlagDefinition[] {
    this.#flags ??= definitionsOf(this.evaluation)
    return this.#flags
  }

  /** The definitions of all active flags, by key. */
  get activeFlags(): readonly FlagDefinition[] {
    this.#activeFlags ??= this.flags.filter((flag) => flag.active)
    return this.#activeFlags
  }

  /** Returns the definition of the flag with this key; undefined when there is none. */
  flag(key: string): FlagDefinition | undefined {
    return flagOf(this.evaluation.parts.flags, key)?.definition
  }
}

/**
 * Returns the settings for evaluation in this process. They contain every cohort and the ids of static ones, which the
 * feed omits.
 */
function evaluationSettings(project: Project, { definitions, staticIds }: SnapshotCohorts): DefinitionsSettings {
  return { ...settingsOf(project, definitions), static_cohort_ids: staticIds }
}

function settingsOf(
  { groupTypes, propertyMatchingVersion, timezone }: Project,
  cohorts: DefinitionsSettings['cohorts'],
): DefinitionsSettings {
  return {
    group_type_mapping: Object.fromEntries(groupTypesIn(groupTypes).map(({ name, index }) => [String(index), name])),
    cohorts,
    // The rest of these events is not read here (CAPTURE-13).
    minimal_flag_called_events: true,
    property_matching_version: propertyMatchingVersion,
    timezone,
  }
}
