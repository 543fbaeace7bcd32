import { DomainError } from '../../foundation/errors/domain-error.ts'
import { documentPath } from './document-path.ts'
import { refusalComplaint, violationPath } from './violation-place.ts'

type Path = readonly (string | number)[]

/**
 * A bootstrap document contains an invalid value, or the store refused an entry. Entries before it may have been
 * created.
 */
export class BootstrapRefused extends DomainError {
  /** The problem, phrased to follow its place in a sentence: `has to be a list`. */
  readonly complaint: string

  /** @param path to the invalid value in the document; `path` of the error has it as text */
  constructor(path: Path, complaint: string, { code, attr, violations, cause }: DomainError) {
    const place = path.length === 0 ? undefined : documentPath(path)
    const message = `The bootstrap document cannot be applied: ${place ?? 'the document'} ${complaint}.`
    super(code, message, attr, { violations, cause, path: place })
    this.complaint = complaint
  }
}

/** Runs `work` for the entry at `path`, and adds that path to a refusal. */
export async function forEntry<T>(path: Path, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new BootstrapRefused([...path, ...violationPath(error.attr)], refusalComplaint(error.message), error)
  }
}
