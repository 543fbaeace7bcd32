import type { Command } from 'commander'
import { printOutput } from './command-output.ts'
import type { Flags } from './command-settings.ts'
import type { CopyFlags } from './copy.ts'

/** The commands that move data, registered like all others. */
export function addDataCommands(parent: Command): void {
  addCopy(parent)
}

function addCopy(parent: Command): void {
  parent
    .command('copy')
    .description('copy everything into another database, with its ids')
    .requiredOption('--from <url>', 'the database to copy: sqlite:PATH or postgres://…; it may be in use')
    .requiredOption('--to <url>', 'an empty database, or one that an earlier copy has filled')
    .option('--json', 'print what was copied as JSON')
    .action(async (flags: Flags & CopyFlags) => {
      const { copy } = await import('./copy.ts')
      printOutput(await copy(flags), flags.json === true)
    })
}
