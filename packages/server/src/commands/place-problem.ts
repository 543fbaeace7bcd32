import type { PlaceRefused } from '@flagdeck/store-sqlite'
import { CommandProblem } from './command-problem.ts'

/** A name under which nothing can be written is no name to give; one that is only taken can be freed. */
export function placeProblem({ reason, message }: PlaceRefused): CommandProblem {
  if (reason !== 'taken') return new CommandProblem(message, 2)
  return new CommandProblem(message.replace(/\.$/, ', or replace it with --overwrite.'))
}
