import { DomainError } from '../errors/domain-error.ts'

/** What one entry of a bootstrap asks for was refused; those before it are there. */
export class BootstrapRefused extends DomainError {
  /** Where the entry is: `['organizations', 0, 'projects', 1, 'flags', 2]`. */
  readonly path: readonly (string | number)[]

  constructor(path: readonly (string | number)[], { kind, code, message, attr, violations, cause }: DomainError) {
    super(kind, code, message, attr, { violations, cause })
    this.path = path
  }
}

/** Does `work` for the entry at `path`, so that its refusal says where it came from. */
export async function forEntry<T>(path: readonly (string | number)[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof DomainError ? new BootstrapRefused(path, error) : error
  }
}
