import { DomainError } from '../../foundation/errors/domain-error.ts'
import { violation } from '../../foundation/validation/violation.ts'

/** One thing that is wrong with a document. */
export interface ImportProblem {
  /** Where: `flags[3].filters`; empty for the whole document. */
  readonly path: string
  readonly message: string
}

/** A document that cannot be imported: nothing of it was, and every problem is named. */
export class ImportRefused extends DomainError {
  readonly problems: readonly ImportProblem[]

  constructor(problems: readonly [ImportProblem, ...ImportProblem[]]) {
    const [{ path, message }] = problems
    const violations = problems.map((each) => violation(each.path || null, 'invalid_input', each.message))
    super('invalid_input', path === '' ? message : `${path}: ${message}`, path || null, { violations })
    this.problems = problems
  }
}

/** Refuses a document when there are problems; they are told in the order of the document. */
export function refuseProblems(problems: readonly ImportProblem[]): void {
  const [first, ...rest] = problems.toSorted((a, b) => placeOf(a) - placeOf(b))
  if (first) throw new ImportRefused([first, ...rest])
}

const SECTIONS = ['project', 'roles', 'cohorts', 'flags', 'dashboards', 'dashboard_templates']
/** More than any section lists. */
const SECTION_LENGTH = 1e9

function placeOf({ path }: ImportProblem): number {
  const [, section = '', index = 0] = /^(\w+)(?:\[(\d+)\])?/.exec(path) ?? []
  return SECTIONS.indexOf(section) * SECTION_LENGTH + Number(index)
}
