import type { Command } from 'commander'
import { printOutput } from '../command-output.ts'
import { CHANGING, DATABASE, type Flags, PROJECT_FLAG, settingsOf, withSettings } from '../command-settings.ts'
import type { BackupFlags } from './backup.ts'
import type { CopyFlags } from './copy.ts'
import type { DemoFlags } from './demo.ts'
import type { ExportFlags } from './export.ts'
import type { ImportFlags } from './import.ts'
import type { TypesFlags } from './write-types.ts'

/** Adds the commands that move data. */
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
    .description('Copy all data to another database, with the same IDs')
    .requiredOption('--from <url>', 'Source database: sqlite:PATH or postgres://…; it can be in use')
    .requiredOption('--to <url>', 'Target database; must be empty, or contain only an earlier copy')
    .option('--json', 'Print the result as JSON')
    .action(async (flags: Flags & CopyFlags) => {
      const { copy } = await import('./copy.ts')
      printOutput(await copy(flags), flags.json === true)
    })
}

function addBackup(parent: Command): void {
  const command = parent.command('backup').description('Back up the SQLite database, even while it is in use')
  withSettings(command.argument('<file>', 'Backup file'), DATABASE)
    .option('--overwrite', 'Replace an existing file, unless it is a database')
    .option('--json', 'Print the result as JSON')
    .action(async (file: string, flags: Flags & BackupFlags) => {
      const { backup } = await import('./backup.ts')
      printOutput(await backup(file, flags, settingsOf(flags, DATABASE)), flags.json === true)
    })
}

function addExport(parent: Command): void {
  const keys = ['databaseUrl', 'encryptionKey'] as const
  const command = parent.command('export').description('Export a project to a JSON file (flags, cohorts, dashboards)')
  withSettings(command.argument('[file]', 'Output file; standard output if omitted or "-"'), keys)
    .option(...PROJECT_FLAG)
    .option(
      '--with-secrets',
      'Include encrypted payloads in plain text; without this option, importing the file keeps the stored payloads',
    )
    .option('--json', 'Print the result as JSON')
    .action(async (file: string | undefined, flags: Flags & ExportFlags) => {
      const { exportTo } = await import('./export.ts')
      const output = await exportTo(file, flags, settingsOf(flags, keys))
      if (output) printOutput(output, flags.json === true)
    })
}

function addImport(parent: Command): void {
  const command = parent.command('import').description('Apply a project file (shows a plan first)')
  withSettings(command.argument('<file>', 'Project file from "flagdeck export"'), CHANGING)
    .option(...PROJECT_FLAG)
    .option('--dry-run', 'Show the plan without applying it')
    .option('--yes', 'Apply the plan without asking')
    .option('--prune', 'Delete items that are not in the project file')
    .option('--json', 'Print the plan as JSON')
    .action(async (file: string, flags: Flags & ImportFlags) => {
      const { importFrom } = await import('./import.ts')
      const { output, refused } = await importFrom(file, flags, settingsOf(flags, CHANGING))
      if (refused) process.exitCode = 1
      if (refused && !flags.json) process.stderr.write(`${output.text}\n`)
      else printOutput(output, flags.json === true)
    })
}

function addTypes(parent: Command): void {
  const command = parent.command('types').description('Generate TypeScript types for the flags of a project')
  withSettings(command.argument('[file]', 'Output file; standard output if omitted or "-"'), DATABASE)
    .option('--url <url>', 'Read the flags from this server instead of the database')
    .option('--key <key>', 'Personal API key for that server; default: FLAGDECK_API_KEY')
    .option('--from <file>', 'Read the flags from a project file from "flagdeck export"')
    .option(...PROJECT_FLAG)
    .option('--manifest <file>', 'Also write an OpenFeature manifest of the flags')
    .option('--check', 'Only check the files: fail if they do not match the flags')
    .option('--json', 'Print the result as JSON')
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
    .description('Create a project with example data on a running server, or remove the example data')
    .option('--url <url>', 'Address of the server', 'http://127.0.0.1:8000')
    .option('--key <key>', 'Personal API key of an admin; default: FLAGDECK_API_KEY')
    .option('--remove', 'Remove the example data')
    .option('--json', 'Print the result as JSON')
    .action(async (flags: Flags & DemoFlags) => {
      const { demo } = await import('./demo.ts')
      printOutput(await demo(flags), flags.json === true)
    })
}
