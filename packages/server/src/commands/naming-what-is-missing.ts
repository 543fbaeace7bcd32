import { DomainError } from '@flagdeck/core'
import { notFound } from '@flagdeck/core/operations'
import { CommandProblem } from './command-problem.ts'

/** What the API says of a thing that is not there, by its address: here nobody sees one. */
const NAMELESS = notFound().message

/** Does `work`. When something is not there that nothing but an address named, the sentence says what. */
export async function namingWhatIsMissing<T>(sentence: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isNameless = error instanceof DomainError && error.kind === 'not_found' && error.message === NAMELESS
    throw isNameless ? new CommandProblem(sentence) : error
  }
}
