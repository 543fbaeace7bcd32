import { DomainError } from '@flagdeck/core'
import { notFound } from '@flagdeck/core/operations'
import { CommandProblem } from './command-problem.ts'

/** What the API reports about most things that are not there. Users of a command see names instead of ids. */
const NAMELESS = notFound().message

/** Does `work`. When something is not there that nothing but an address named, the sentence says what. */
export async function namingWhatIsMissing<T>(sentence: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isNameless = error instanceof DomainError && error.kind === 'not_found' && error.apiDetail === NAMELESS
    throw isNameless ? new CommandProblem(sentence) : error
  }
}
