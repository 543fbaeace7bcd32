import { Argument, type Command } from 'commander'
import { printOutput } from '../command-output.ts'
import { CHANGING, DATABASE, type Flags, PROJECT_FLAG, settingsOf, withSettings } from '../command-settings.ts'
import { RECORD_KINDS, type RecordKind } from './record-kinds.ts'

interface RecordFlags extends Flags {
  readonly project?: string
}

/** The commands on what happened, registered like all others. */
export function addHistoryCommands(parent: Command): void {
  const history = parent.command('history').description('show, compare and restore versions').helpCommand(false)
  addList(history)
  addShow(history)
  addDiff(history)
  addRestore(history)
  addActivity(parent)
}

function addList(history: Command): void {
  ofRecord(history, 'list', 'list who made which version of a record').action(
    async (kind: RecordKind, name: string, flags: RecordFlags) => {
      const { listHistory } = await import('./read-history.ts')
      printOutput(await listHistory(requestOf(kind, name, flags)), flags.json === true)
    },
  )
}

function addShow(history: Command): void {
  ofRecord(history, 'show', 'show a record as it was at a version')
    .argument('<version>', 'which version')
    .action(async (kind: RecordKind, name: string, version: string, flags: RecordFlags) => {
      const { showVersion } = await import('./read-history.ts')
      printOutput(await showVersion(requestOf(kind, name, flags), version), flags.json === true)
    })
}

function addDiff(history: Command): void {
  ofRecord(history, 'diff', 'tell what differs between two versions')
    .argument('<from>', 'the one version')
    .argument('[to]', 'the other one; the newest when missing')
    .action(async (kind: RecordKind, name: string, from: string, to: string | undefined, flags: RecordFlags) => {
      const { showDifference } = await import('./read-history.ts')
      printOutput(await showDifference(requestOf(kind, name, flags), from, to), flags.json === true)
    })
}

function addRestore(history: Command): void {
  ofRecord(history, 'restore', 'make a record what it was at a version, as its next one', CHANGING)
    .argument('<version>', 'which version')
    .option('--email <address>', 'who restores it, with the rights of that user; else the system')
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
  const activity = parent.command('activity').description('export what happened').helpCommand(false)
  const command = activity.command('export').description('write all that happened in a project as lines of JSON')
  withSettings(command.argument('[file]', 'where to write them; without one, or as -, they are printed'), DATABASE)
    .option(...PROJECT_FLAG)
    .option('--json', 'print what was written to the file as JSON')
    .action(async (file: string | undefined, flags: RecordFlags) => {
      const { exportActivityTo } = await import('./export-activity.ts')
      const output = await exportActivityTo(file, flags, settingsOf(flags, DATABASE))
      if (output) printOutput(output, flags.json === true)
    })
}

/** A command on one record that has versions. */
function ofRecord(
  parent: Command,
  name: string,
  description: string,
  keys: Parameters<typeof withSettings>[1] = DATABASE,
): Command {
  const command = parent
    .command(name)
    .description(description)
    .addArgument(new Argument('<kind>', 'what kind of record').choices(RECORD_KINDS))
    .argument('<name>', 'its id, or the key of a flag')
  return withSettings(command, keys)
    .option(...PROJECT_FLAG)
    .option('--json', 'print it as JSON')
}

function requestOf(kind: RecordKind, name: string, flags: RecordFlags) {
  return { kind, name, project: flags.project, settings: settingsOf(flags, DATABASE) }
}
