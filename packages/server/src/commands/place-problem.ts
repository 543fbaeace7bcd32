import type { PlaceRefused } from '@flagdeck/store-sqlite'
import { CommandProblem } from './command-problem.ts'

/**
 * Returns the problem of an output path. A path that cannot be written to is a usage error (exit code 2); an existing
 * file can be replaced (exit code 1).
 */
export function placeProblem({ reason, message }: PlaceRefused): CommandProblem {
  if (reason !== 'taken') return new CommandProblem(message, 2)
  return new CommandProblem(message.replace(/\.$/, ', or replace it with --overwrite.'))
}
