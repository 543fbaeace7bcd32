import type { Command } from 'commander'
import type { BackupFlags } from './backup.ts'
import { printOutput } from './command-output.ts'
import { DATABASE, type Flags, settingsOf, withSettings } from './command-settings.ts'
import type { CopyFlags } from './copy.ts'

/** The commands that move data, registered like all others. */
export function addDataCommands(parent: Command): void {
  addCopy(parent)
  addBackup(parent)
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

function addBackup(parent: Command): void {
  const command = parent.command('backup').description('copy the SQLite database while it is in use')
  withSettings(command.argument('<file>', 'where to put the copy'), DATABASE)
    .option('--overwrite', 'replace the file when there is one, once the copy was found sound')
    .option('--json', 'print what was copied as JSON')
    .action(async (file: string, flags: Flags & BackupFlags) => {
      const { backup } = await import('./backup.ts')
      printOutput(await backup(file, flags, settingsOf(flags, DATABASE)), flags.json === true)
    })
}
