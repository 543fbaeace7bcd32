import { Argument, type Command } from 'commander'
import { printOutput } from '../command-output.ts'
import { CHANGING, DATABASE, type Flags, PROJECT_FLAG, settingsOf, withSettings } from '../command-settings.ts'
import { RECORD_KINDS, type RecordKind } from './record-kinds.ts'

interface RecordFlags extends Flags {
  readonly project?: string
}

/** Adds the commands for versions and activity. */
export function addHistoryCommands(parent: Command): void {
  const history = parent.command('history').description('List, show, compare and restore versions').helpCommand(false)
  addList(history)
  addShow(history)
  addDiff(history)
  addRestore(history)
  addActivity(parent)
}

function addList(history: Command): void {
  ofRecord(history, 'list', 'List the versions of a flag, cohort or dashboard').action(
    async (kind: RecordKind, name: string, flags: RecordFlags) => {
      const { listHistory } = await import('./read-history.ts')
      printOutput(await listHistory(requestOf(kind, name, flags)), flags.json === true)
    },
  )
}

function addShow(history: Command): void {
  ofRecord(history, 'show', 'Show one version')
    .argument('<version>', 'Version number')
    .action(async (kind: RecordKind, name: string, version: string, flags: RecordFlags) => {
      const { showVersion } = await import('./read-history.ts')
      printOutput(await showVersion(requestOf(kind, name, flags), version), flags.json === true)
    })
}

function addDiff(history: Command): void {
  ofRecord(history, 'diff', 'Compare two versions')
    .argument('<from>', 'First version')
    .argument('[to]', 'Second version; default: the newest')
    .action(async (kind: RecordKind, name: string, from: string, to: string | undefined, flags: RecordFlags) => {
      const { showDifference } = await import('./read-history.ts')
      printOutput(await showDifference(requestOf(kind, name, flags), from, to), flags.json === true)
    })
}

function addRestore(history: Command): void {
  ofRecord(history, 'restore', 'Restore a version (saved as a new version)', CHANGING)
    .argument('<version>', 'Version number')
    .option('--email <address>', 'User to act as, with their permissions; default: the system')
    .action(
      async (kind: RecordKind, name: string, version: string, flags: RecordFlags & { readonly email?: string }) => {
        const { restoreVersion } = await import('./restore-version.ts')
        const { project, email } = flags
        const request = { kind, name, project, email, settings: settingsOf(flags, CHANGING) }
        printOutput(await restoreVersion(request, version), flags.json === true)
      },
    )
}

function addActivity(parent: Command): void {
  const activity = parent.command('activity').description('Export activity').helpCommand(false)
  const command = activity.command('export').description("Write a project's activity as JSON lines")
  withSettings(command.argument('[file]', 'Output file; standard output if omitted or "-"'), DATABASE)
    .option(...PROJECT_FLAG)
    .option('--json', 'Print the result as JSON')
    .action(async (file: string | undefined, flags: RecordFlags) => {
      const { exportActivityTo } = await import('./export-activity.ts')
      const output = await exportActivityTo(file, flags, settingsOf(flags, DATABASE))
      if (output) printOutput(output, flags.json === true)
    })
}

/** Adds a command on one record that has versions. */
function ofRecord(
  parent: Command,
  name: string,
  description: string,
  keys: Parameters<typeof withSettings>[1] = DATABASE,
): Command {
  const command = parent
    .command(name)
    .description(description)
    .addArgument(new Argument('<kind>', 'Type of record').choices(RECORD_KINDS))
    .argument('<name>', 'ID of the record, or the key of a flag')
  return withSettings(command, keys)
    .option(...PROJECT_FLAG)
    .option('--json', 'Print the result as JSON')
}

function requestOf(kind: RecordKind, name: string, flags: RecordFlags) {
  return { kind, name, project: flags.project, settings: settingsOf(flags, DATABASE) }
}
