import { DomainError } from '@flagdeck/core'
import { notFound } from '@flagdeck/core/operations'
import { CommandProblem } from './command-problem.ts'

/** The message of the API for most missing records. Users of a command see names, not ids. */
const NAMELESS = notFound().message

/** Returns a handler for `.catch`, which replaces an error about a missing record by one with this sentence. */
export function missingNameError(sentence: string): (error: unknown) => never {
  return (error) => {
    const isNameless = error instanceof DomainError && error.kind === 'not_found' && error.apiDetail === NAMELESS
    throw isNameless ? new CommandProblem(sentence) : error
  }
}
