import type { Command } from 'commander'

/** The command right below another that goes by a word: its own name, or another of its names. */
export function commandNamed({ commands }: Command, word: string): Command | undefined {
  return commands.find((each) => each.name() === word || each.aliases().includes(word))
}
