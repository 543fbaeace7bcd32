import { type CompiledSnapshot, compileDefinitions, replaceDefinitions } from '../evaluation/compile-definitions.ts'
import type { DefinitionsDocument, DefinitionsSettings, FlagDefinition } from '../evaluation/definitions.ts'
import { definitionsOf } from '../evaluation/definitions-of.ts'
import { portableForm } from '../evaluation/dependencies/portable-form.ts'
import { flagOf } from '../evaluation/flag-table.ts'
import { areWellFormed } from '../flags/filters/filter-parts.ts'
import type { Project } from '../identity/project.ts'
import type { Clock } from '../time/timestamp.ts'

/** The definitions feed's answer: always the same bytes object for the same snapshot, so that others may cache by it. */
export interface DefinitionsFeed {
  /** UTF-8 JSON of a {@link DefinitionsDocument}. */
  readonly bytes: Uint8Array
  /** A weak entity tag, `W/"…"`. */
  readonly etag: string
}

const encoder = new TextEncoder()
/**
 * Text of the flags that did not change, shared by the snapshots that follow from one another. The text of a flag that
 * depends on others has their keys in it and changes when they do; its portable form is a new object each time.
 */
const jsonOf = new WeakMap<FlagDefinition, string>()

/** A project at one version: the project itself, its flags ready to answer, and the feed that SDKs poll. */
export class ProjectSnapshot {
  readonly project: Project
  readonly evaluation: CompiledSnapshot
  #feed: DefinitionsFeed | undefined
  #flags: readonly FlagDefinition[] | undefined
  #activeFlags: readonly FlagDefinition[] | undefined

  private constructor(project: Project, evaluation: CompiledSnapshot) {
    this.project = project
    this.evaluation = evaluation
  }

  static of(project: Project, flags: readonly FlagDefinition[], clock: Clock): ProjectSnapshot {
    const document: DefinitionsDocument = { flags, ...settingsOf(project) }
    return new ProjectSnapshot(project, compileDefinitions(document, { version: project.version, clock }))
  }

  get version(): number {
    return this.project.version
  }

  /** The snapshot after a change; this one stays as it is. */
  with(project: Project, changed: readonly FlagDefinition[], removedIds: readonly number[]): ProjectSnapshot {
    const change = { version: project.version, changed, removedIds, settings: settingsOf(project) }
    return new ProjectSnapshot(project, replaceDefinitions(this.evaluation, change))
  }

  /** Made when first asked for. */
  get feed(): DefinitionsFeed {
    this.#feed ??= { bytes: encoder.encode(this.#text()), etag: etagOf(this.project) }
    return this.#feed
  }

  /** Definitions of all flags, by key. */
  get flags(): readonly FlagDefinition[] {
    this.#flags ??= definitionsOf(this.evaluation)
    return this.#flags
  }

  /** Definitions of the flags that are switched on, by key. */
  get activeFlags(): readonly FlagDefinition[] {
    this.#activeFlags ??= this.flags.filter((flag) => flag.active)
    return this.#activeFlags
  }

  /** The definition of the flag with this key; undefined when there is none. */
  flag(key: string): FlagDefinition | undefined {
    return flagOf(this.evaluation.parts.flags, key)?.definition
  }

  /** A flag whose filters are damaged is left out: SDKs rely on their shape, and ask here for a flag they do not have. */
  #text(): string {
    const sound = definitionsOf(this.evaluation).filter((flag) => areWellFormed(flag.filters))
    const flags = sound.map(portableForm(this.evaluation)).map(definitionText).join(',')
    return `{"flags":[${flags}],${JSON.stringify(settingsOf(this.project)).slice(1)}`
  }
}

function definitionText(definition: FlagDefinition): string {
  const known = jsonOf.get(definition)
  if (known !== undefined) return known
  const text = JSON.stringify(definition)
  jsonOf.set(definition, text)
  return text
}

function settingsOf({ groupTypes, propertyMatchingVersion, timezone }: Project): DefinitionsSettings {
  return {
    group_type_mapping: Object.fromEntries(groupTypes.map((name, index) => [String(index), name])),
    cohorts: {},
    minimal_flag_called_events: false,
    property_matching_version: propertyMatchingVersion,
    timezone,
  }
}

/** The version, with the project's UUID before it: versions count from 1 again in another database. */
function etagOf({ uuid, version }: Project): string {
  return `W/"${uuid.slice(0, 8)}-${version}"`
}
