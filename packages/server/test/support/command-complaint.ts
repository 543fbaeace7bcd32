import type { Command } from 'commander'
import { program } from '../../src/commands/program.ts'

/** Returns why the `flagdeck` command would refuse these words; undefined if it would accept them. */
export function commandComplaint(words: readonly string[]): string | undefined {
  let command: Command = program()
  for (const word of words) {
    if (word.startsWith('--')) {
      const name = word.replace(/=.*$/, '')
      if (!command.options.some(({ long }) => long === name)) return `${command.name()} has no ${name}`
      continue
    }
    const next = command.commands.find((each) => each.name() === word || each.aliases().includes(word))
    if (next) command = next
    else if (command.commands.length > 0) return `${command.name()} has no ${word}`
  }
  return undefined
}
