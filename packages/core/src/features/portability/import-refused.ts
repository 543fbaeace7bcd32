import { DomainError } from '../../foundation/errors/domain-error.ts'
import { unknownNameComplaint } from '../../foundation/validation/unknown-name-complaint.ts'
import { violation } from '../../foundation/validation/violation.ts'

/** One problem of a document. */
export interface ImportProblem {
  /** The path of the value, such as `flags[3].filters`; empty for the whole document. */
  readonly path: string
  readonly message: string
}

/** The error for a document that cannot be imported. Nothing was imported, and the error lists every problem. */
export class ImportRefused extends DomainError {
  readonly problems: readonly ImportProblem[]

  constructor(problems: readonly [ImportProblem, ...ImportProblem[]]) {
    const [{ path, message }] = problems
    const violations = problems.map((each) => violation(each.path || null, 'invalid_input', each.message))
    super('invalid_input', path === '' ? message : `${path}: ${message}`, path || null, { violations })
    this.problems = problems
  }
}

/** The maximum number of problems that differ in more than the entry. */
const MOST_PROBLEMS = 1000
/**
 * The maximum number of unknown names with a suggestion. A suggestion takes time, and a document may have any number of
 * different names.
 */
const MAX_SUGGESTIONS = 20
/** The maximum number of entries that a repeated problem names. */
const MOST_NAMED = 3

/** The same problem at several entries. */
interface RepeatedProblem {
  readonly first: ImportProblem
  /** Paths of the next entries with this problem. */
  readonly others: readonly string[]
  readonly count: number
}

/**
 * The problems of a document that an import has found. Problems that differ only in the entry are one problem
 * (PORT-18). At most {@link MOST_PROBLEMS} other problems are stored, because a document may have any number of
 * entries.
 */
export class ImportProblems {
  // Bound: dies with the import
  readonly #groups: Map<string, RepeatedProblem>
  // Bound: dies with the import
  readonly #complaints = new Map<string, string>()
  #count: number
  #omitted: number

  constructor(groups: Iterable<readonly [string, RepeatedProblem]> = [], count = 0, omitted = 0) {
    this.#groups = new Map(groups)
    this.#count = count
    this.#omitted = omitted
  }

  get count(): number {
    return this.#count
  }

  add(problem: ImportProblem): void {
    this.#count++
    const kind = JSON.stringify([withoutIndexes(problem.path), problem.message])
    const group = this.#groups.get(kind)
    if (group) {
      const others = group.others.length < MOST_NAMED ? [...group.others, problem.path] : group.others
      this.#groups.set(kind, { ...group, others, count: group.count + 1 })
    } else if (this.#groups.size < MOST_PROBLEMS) this.#groups.set(kind, { first: problem, others: [], count: 1 })
    else this.#omitted++
  }

  /** Adds a problem for an unknown name, with a similar known name. The same name in other entries is one problem. */
  addUnknown(place: string, name: string, known: readonly string[]): void {
    const path = place + name
    const kind = withoutIndexes(path)
    if (!this.#complaints.has(kind) && this.#complaints.size < MAX_SUGGESTIONS) {
      this.#complaints.set(kind, unknownNameComplaint(name, known))
    }
    this.add({ path, message: this.#complaints.get(kind) ?? 'is unknown' })
  }

  /** Returns a copy, to which other problems can be added. */
  copy(): ImportProblems {
    return new ImportProblems(this.#groups, this.#count, this.#omitted)
  }

  /** Refuses the document if there are problems, in the order of the document. `nameOf` names the entry at a path. */
  refuse(nameOf: (path: string) => string): void {
    const [first, ...rest] = [...this.#groups.values()]
      .toSorted((a, b) => placeOf(a.first) - placeOf(b.first))
      .map((group) => summaryOf(group, nameOf))
    if (!first) return
    const more = { path: '', message: `There are ${count(this.#omitted)} more problems.` }
    throw new ImportRefused([first, ...rest, ...(this.#omitted > 0 ? [more] : [])])
  }
}

function withoutIndexes(path: string): string {
  return path.replaceAll(/\[\d+\]/g, '[]')
}

function summaryOf({ first, others, count: all }: RepeatedProblem, nameOf: (path: string) => string): ImportProblem {
  if (others.length === 0) return first
  const { path, message } = first
  const names = [...new Set(others.map(nameOf))].join(', ')
  const section = /^(\w+)\[/.exec(path)?.[1]?.replaceAll('_', ' ') ?? ''
  const ellipsis = all - 1 > others.length ? ', …' : ''
  return { path, message: `${message} (and ${count(all - 1)} more like it: ${section} ${names}${ellipsis})` }
}

function count(n: number): string {
  return n.toLocaleString('en-US')
}

const SECTIONS = ['project', 'roles', 'cohorts', 'flags', 'dashboards', 'dashboard_templates']
/** More than the number of entries in a section. */
const SECTION_LENGTH = 1e9

function placeOf({ path }: ImportProblem): number {
  const [, section = '', index = 0] = /^(\w+)(?:\[(\d+)\])?/.exec(path) ?? []
  return SECTIONS.indexOf(section) * SECTION_LENGTH + Number(index)
}
