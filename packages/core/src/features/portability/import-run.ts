import type { Scope } from '../../data/records/scope.ts'
import type { Transaction } from '../../data/store.ts'
import { DomainError } from '../../foundation/errors/domain-error.ts'
import { snakeCase } from '../../foundation/json/snake-case.ts'
import { yieldToOthers } from '../../foundation/time/yield.ts'
import type { Violation } from '../../foundation/validation/violation.ts'
import { isAllowed } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { BatchDependencies } from '../../runtime/flag-graph.ts'
import { DeferredGrowth } from '../../runtime/project-totals.ts'
import type { ExportDocument, SectionName } from './export-document.ts'
import type { FlagOrder } from './flag-order.ts'
import type { FieldDifference, ImportChange, ImportKind, ImportPlan } from './import-plan.ts'
import type { ImportProblems } from './import-refused.ts'
import { type NameKey, shownReference } from './name-reference.ts'
import type { OnUnknown, UnknownName } from './named-filters.ts'
import type { NamePairs } from './names.ts'
import type { ParsedDocument, ParsedEntry } from './parse-document.ts'
import { type ContentNames, namesOf, type ProjectContents } from './project-contents.ts'

/** The source of an import: the project as it was read, and the document. */
export interface ImportSource {
  readonly contents: ProjectContents
  /** The project as a document, with payloads in clear where possible. */
  readonly current: ExportDocument
  readonly wanted: ParsedDocument
  /** Whether records that the document does not contain are deleted. */
  readonly prune: boolean
  /** Computed by the check, for the write. */
  flagOrder?: FlagOrder
  /** Whether the project exceeds its limits until the deletions are written. Computed by the check, for the write. */
  exceedsBounds?: boolean
}

/** The target of an import: a transaction of the database, or a copy of the project in memory. */
export interface ImportTarget {
  /** The context for operations within the write. */
  readonly ctx: ProjectContext
  readonly tx: Transaction
  /** Called before each entry; a write may be divided between entries. */
  readonly beforeEntry?: () => Promise<void>
  /** Called with the number of entries that the import has processed. */
  readonly onEntry?: (done: number) => void
}

/** A running import: its input, and its results so far. */
export class ImportRun {
  readonly ctx: ProjectContext
  readonly tx: Transaction
  readonly source: ImportSource
  readonly contents: ProjectContents
  readonly current: ExportDocument
  readonly wanted: ParsedDocument
  readonly prune: boolean
  readonly problems: ImportProblems
  /** The growth of the project by all entries. Only the outcome has to be within its limits (FLAG-128). */
  readonly growth = new DeferredGrowth()
  readonly #target: ImportTarget
  // Bound: dies with the import
  readonly #changes: ImportChange[] = []
  // Bound: dies with the import
  readonly #kept: ImportPlan['kept'][number][] = []
  // Bound: dies with the import
  readonly #notes: string[] = []
  // Bound: dies with the import
  readonly #keysBySection = new Map<SectionName, ReadonlySet<NameKey>>()
  readonly #names: ContentNames
  #attempts = 0
  #written = 0
  #unchanged = 0
  #groupTypes: NamePairs<string>

  constructor(source: ImportSource, target: ImportTarget) {
    const { contents, current, wanted, prune } = source
    this.source = source
    this.ctx = { ...target.ctx, deferredGrowth: this.growth, dependencies: new BatchDependencies() }
    this.tx = target.tx
    this.#target = target
    this.contents = contents
    this.current = current
    this.wanted = wanted
    this.prune = prune
    this.problems = wanted.problems.copy()
    this.#names = namesOf(contents)
    this.#groupTypes = contents.names.groupTypes
  }

  /** The current ids and names. */
  get names(): ContentNames {
    return { ...this.#names, groupTypes: this.#groupTypes }
  }

  set groupTypes(groupTypes: NamePairs<string>) {
    this.#groupTypes = groupTypes
  }

  /** Runs the operation of an entry. A refusal becomes a problem at the entry's path, and returns `undefined`. */
  async attempt<T>({ path }: Pick<ParsedEntry, 'path'>, work: () => Promise<T> | T): Promise<T | undefined> {
    // Some stores do all of their work synchronously, and a document may have thousands of entries.
    await yieldToOthers()
    await this.#target.beforeEntry?.()
    this.#target.onEntry?.(++this.#attempts)
    const before = this.problems.count
    try {
      const result = await work()
      this.#written = this.#changes.length
      return this.problems.count === before ? result : undefined
    } catch (error) {
      if (error instanceof GivenUp) return undefined
      if (!(error instanceof DomainError) || error.kind !== 'validation') throw error
      const violations = error.violations.length > 0 ? error.violations : [{ attr: error.attr, detail: error.message }]
      for (const { attr, detail } of violations) this.problem(path + attrPath(attr), detail)
      return undefined
    }
  }

  problem(path: string, message: string): void {
    this.problems.add({ path, message })
  }

  /**
   * Skips an entry because of an unknown name in it. If the document contains an entry with that name, the problem is
   * reported there.
   */
  unknownAt({ path }: Pick<ParsedEntry, 'path'>): OnUnknown {
    return ({ section, key }) => {
      if (section === 'group_types' || !this.#keysOf(section).has(key)) {
        const what = `the ${NOUNS[section]} "${shownReference(key)}"`
        const message = this.wanted.unknownName?.(section, what)
        this.problem(path, message ?? `refers to ${what}, which is neither in the file nor in the project`)
      }
      throw new GivenUp()
    }
  }

  /** Returns the keys of the document's entries in a section. */
  #keysOf(section: SectionName): ReadonlySet<NameKey> {
    const keys = this.#keysBySection.get(section) ?? new Set(this.wanted.sections[section]?.map(({ key }) => key))
    this.#keysBySection.set(section, keys)
    return keys
  }

  /** The number of changes so far, without that of the entry that is about to be written. */
  get changeCount(): number {
    return this.#written
  }

  note(sentence: string): void {
    this.#notes.push(sentence)
  }

  keep(): void {
    this.#unchanged++
  }

  change(
    action: ImportChange['action'],
    kind: ImportKind,
    name: string,
    fields: readonly FieldDifference[] = [],
  ): void {
    this.#changes.push({ action, kind, name, fields })
  }

  /** Deletes a record that the document does not contain, or reports that it stays. */
  async surplus(kind: SurplusKind, name: string, remove: () => Promise<unknown>): Promise<void> {
    if (!this.prune) {
      // Callers who may not read a record must not find out its name by an import.
      if (isAllowed(this.ctx.actor, OPENED_BY[kind])) this.#kept.push({ kind, name })
      return
    }
    this.change('delete', kind, name)
    await this.attempt({ path: `${kind} ${name}` }, remove)
  }

  plan(): ImportPlan {
    // Deletions are computed in the order of dependencies.
    const isDeletion = ({ action }: ImportChange): boolean => action === 'delete'
    return {
      changes: [...this.#changes.filter((each) => !isDeletion(each)), ...this.#changes.filter(isDeletion)],
      unchanged: this.#unchanged,
      kept: this.#kept,
      notes: this.#notes,
    }
  }
}

/** The kinds of records that a document may not contain although the project does. */
type SurplusKind = Exclude<ImportKind, 'project' | 'role'>

/** The permission to read such a record. */
const OPENED_BY: Readonly<Record<SurplusKind, Scope>> = {
  flag: 'feature_flag:read',
  cohort: 'cohort:read',
  dashboard: 'dashboard:read',
  dashboard_template: 'dashboard:read',
}

const NOUNS: Readonly<Record<UnknownName['section'], string>> = {
  flags: 'flag',
  cohorts: 'cohort',
  dashboards: 'dashboard',
  group_types: 'group type',
  roles: 'role',
}

/** An entry references something that does not exist; the problem was reported. */
class GivenUp extends Error {}

/** Returns the path of a violation in an entry: operations name fields in camel case, documents as the API does. */
function attrPath(attr: Violation['attr']): string {
  if (attr === null) return ''
  const parts = attr.split('__').map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${snakeCase(part)}`))
  return parts.join('')
}
