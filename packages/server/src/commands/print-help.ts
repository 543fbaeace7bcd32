import { didYouMean } from '@flagdeck/core/operations'
import type { Command } from 'commander'
import { commandNamed } from './command-named.ts'

/**
 * Prints the help of the command that these words name, and ends the process. Commander's own `help` only uses the
 * first word.
 */
export function printHelp(command: Command, [word, ...rest]: readonly string[]): never {
  if (word === undefined) command.help()
  const next = commandNamed(command, word)
  if (next) return printHelp(next, rest)
  const known = command.commands.flatMap((each) => [each.name(), ...each.aliases()])
  return command.error(`error: unknown command '${word}'${didYouMean(word, known)}`)
}
