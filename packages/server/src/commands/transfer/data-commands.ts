import type { Command } from 'commander'
import { printOutput } from '../command-output.ts'
import { CHANGING, DATABASE, type Flags, PROJECT_FLAG, settingsOf, withSettings } from '../command-settings.ts'
import type { BackupFlags } from './backup.ts'
import type { CopyFlags } from './copy.ts'
import type { DemoFlags } from './demo.ts'
import type { ExportFlags } from './export.ts'
import type { ImportFlags } from './import.ts'
import type { TypesFlags } from './write-types.ts'

/** The commands that move data, registered like all others. */
export function addDataCommands(parent: Command): void {
  addCopy(parent)
  addBackup(parent)
  addExport(parent)
  addImport(parent)
  addTypes(parent)
  addDemo(parent)
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
    .option('--overwrite', 'replace the file when there is one, unless it is a database')
    .option('--json', 'print what was copied as JSON')
    .action(async (file: string, flags: Flags & BackupFlags) => {
      const { backup } = await import('./backup.ts')
      printOutput(await backup(file, flags, settingsOf(flags, DATABASE)), flags.json === true)
    })
}

function addExport(parent: Command): void {
  const keys = ['databaseUrl', 'encryptionKey'] as const
  const command = parent.command('export').description('write a project as JSON: flags, cohorts, dashboards')
  withSettings(command.argument('[file]', 'where to write it; without one, or as -, it is printed'), keys)
    .option(...PROJECT_FLAG)
    .option('--with-secrets', 'write encrypted payloads in clear; else import takes them for as they are')
    .option('--json', 'print what was written to the file as JSON')
    .action(async (file: string | undefined, flags: Flags & ExportFlags) => {
      const { exportTo } = await import('./export.ts')
      const output = await exportTo(file, flags, settingsOf(flags, keys))
      if (output) printOutput(output, flags.json === true)
    })
}

function addImport(parent: Command): void {
  const command = parent.command('import').description('make a project what a document says, after showing how')
  withSettings(command.argument('<file>', 'the document, as "flagdeck export" writes it'), CHANGING)
    .option(...PROJECT_FLAG)
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--yes', 'do not ask')
    .option('--prune', 'delete what the project has and the document does not')
    .option('--json', 'print what changes as JSON')
    .action(async (file: string, flags: Flags & ImportFlags) => {
      const { importFrom } = await import('./import.ts')
      const { output, refused } = await importFrom(file, flags, settingsOf(flags, CHANGING))
      if (refused) process.exitCode = 1
      if (refused && !flags.json) process.stderr.write(`${output.text}\n`)
      else printOutput(output, flags.json === true)
    })
}

function addTypes(parent: Command): void {
  const command = parent.command('types').description('write a TypeScript file that holds code to the flags there are')
  withSettings(command.argument('[file]', 'where to write it; without one, or as -, it is printed'), DATABASE)
    .option('--url <url>', 'read the flags of this server, instead of the database')
    .option('--key <key>', 'a personal API key for that server, unless FLAGDECK_API_KEY has one')
    .option('--from <file>', 'read the flags of a document, as "flagdeck export" writes it')
    .option(...PROJECT_FLAG)
    .option('--manifest <file>', "write OpenFeature's manifest of the flags, too")
    .option('--check', 'write nothing, and fail where a file and the flags differ')
    .option('--json', 'print what was written or differs as JSON')
    .action(async (file: string | undefined, flags: Flags & TypesFlags) => {
      const { writeTypes } = await import('./write-types.ts')
      const { output, agrees } = await writeTypes(file, flags, { settings: settingsOf(flags, DATABASE) })
      if (!agrees) process.exitCode = 1
      if (output && !agrees && !flags.json) process.stderr.write(`${output.text}\n`)
      else if (output) printOutput(output, flags.json === true)
    })
}

function addDemo(parent: Command): void {
  parent
    .command('demo')
    .description('make a project with example data on a running server, or take the data away again')
    .option('--url <url>', 'where the server is', 'http://127.0.0.1:8000')
    .option('--key <key>', 'a personal API key of an admin, unless FLAGDECK_API_KEY has one')
    .option('--remove', 'take the example data away')
    .option('--json', 'print what was made as JSON')
    .action(async (flags: Flags & DemoFlags) => {
      const { demo } = await import('./demo.ts')
      printOutput(await demo(flags), flags.json === true)
    })
}
