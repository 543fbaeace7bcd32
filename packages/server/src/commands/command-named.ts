import type { Command } from 'commander'

/** Returns the subcommand with this name or alias. */
export function commandNamed({ commands }: Command, word: string): Command | undefined {
  return commands.find((each) => each.name() === word || each.aliases().includes(word))
}
