import type { Command } from 'commander'
import { type CommandOutput, printOutput } from '../command-output.ts'
import { CHANGING, DATABASE, type Flags, PROJECT_FLAG, settingsOf, withSettings } from '../command-settings.ts'
import type { ExplainFlags } from './explain-flag.ts'
import { FLAG_CHANGE_NAMES, FLAG_CHANGES, type FlagChange } from './flag-changes.ts'

interface OneProjectFlags extends Flags {
  readonly project?: string
}

interface ChangeFlags extends OneProjectFlags {
  readonly email?: string
  readonly dryRun?: boolean
}

interface TagsFlags {
  readonly add?: readonly string[]
  readonly remove?: readonly string[]
}

interface CopyFlagFlags {
  readonly to: readonly string[]
  readonly off?: boolean
  readonly dependencies?: boolean
  readonly yes?: boolean
}

/** Adds the commands for flags. */
export function addFlagCommands(parent: Command): void {
  const flag = parent
    .command('flag')
    .description('List, explain, change, copy, delete and restore flags')
    .helpCommand(false)
  addExplain(flag)
  addStatus(flag)
  for (const to of FLAG_CHANGE_NAMES) addChange(flag, to)
  addTag(flag)
  addCopy(flag)
  addDelete(flag)
}

function addExplain(flag: Command): void {
  withSettings(flag.command('explain').description('Explain what a flag returns for one user'), DATABASE)
    .argument('<key>', 'Flag key')
    .requiredOption('--distinct-id <id>', 'Distinct ID of the user')
    .option('--properties <json>', 'Properties of the user, as a JSON object')
    .option('--group <type=key...>', 'Groups of the user')
    .option(...PROJECT_FLAG)
    .option('--json', 'Print the whole explanation as JSON')
    .action(async (key: string, flags: Flags & ExplainFlags) => {
      const { explainFlag } = await import('./explain-flag.ts')
      printOutput(await explainFlag(key, flags, settingsOf(flags, DATABASE)), flags.json === true)
    })
}

function addStatus(flag: Command): void {
  const command = flag
    .command('status')
    .alias('list')
    .description("Show a flag's status and the reason, or list all flags")
  withSettings(command.argument('[flag]', 'Flag key or ID; default: all flags that are not archived'), CHANGING)
    .option('--stale', 'List only stale flags')
    .option(...PROJECT_FLAG)
    .option('--json', 'Print the result as JSON')
    .action(async (name: string | undefined, flags: OneProjectFlags & { readonly stale?: boolean }) => {
      const { flagStatus } = await import('./flag-status.ts')
      const output = await flagStatus({ name, stale: flags.stale === true, ...requestOf(flags) })
      printOutput(output, flags.json === true)
    })
}

function addChange(flag: Command, to: FlagChange): void {
  const command = flag.command(to).description(FLAG_CHANGES[to].help).argument('<flag>', 'Flag key or ID')
  changing(command).action(async (name: string, flags: ChangeFlags) => {
    const { changeFlag } = await import('./change-flag.ts')
    const output = await changeFlag(to, { name, ...trialOf(flags) })
    printOutput(output, flags.json === true)
  })
}

function addTag(flag: Command): void {
  const command = flag.command('tag').description('Add and remove tags')
  changing(command.argument('<flag...>', 'Flag keys or IDs'))
    .option('--add <tag...>', 'Tags to add')
    .option('--remove <tag...>', 'Tags to remove')
    .action(async (names: readonly string[], flags: ChangeFlags & TagsFlags) => {
      const { tagFlags } = await import('./tag-flags.ts')
      const { add = [], remove = [], ...others } = flags
      const { output, skipped } = await tagFlags({ names, add, remove, ...trialOf(others) })
      printPartly(output, skipped, flags.json === true)
    })
}

function addCopy(flag: Command): void {
  const command = flag.command('copy').description('Copy a flag to other projects in the organization')
  changing(command.argument('<flag>', 'Flag key or ID'))
    .requiredOption('--to <project...>', 'Names or IDs of the target projects')
    .option('--off', 'Turn the copies off; by default, existing flags stay on or off')
    .option('--dependencies', 'Also copy the flags that it depends on, if a project lacks them')
    .option('--yes', 'Change existing flags without asking')
    .action(async (name: string, flags: ChangeFlags & CopyFlagFlags) => {
      const { copyFlag } = await import('./copy-flag.ts')
      const { to, off = false, dependencies = false, yes = false, ...others } = flags
      const canAsk = flags.json !== true && process.stdin.isTTY
      const { output, failed } = await copyFlag({ name, to, off, dependencies, yes, canAsk, ...trialOf(others) })
      printPartly(output, failed, flags.json === true)
    })
}

function addDelete(flag: Command): void {
  const command = flag.command('delete').description('Delete flags (undo with "flag restore")')
  changing(command.argument('<flag...>', 'Flag keys or IDs')).action(
    async (names: readonly string[], flags: ChangeFlags) => {
      const { deleteFlags } = await import('./delete-flags.ts')
      const { output, failed } = await deleteFlags({ names, ...trialOf(flags) })
      printPartly(output, failed, flags.json === true)
    },
  )
}

/** Prints the result, and the failures with their reasons. The exit code is 1 if there is a failure. */
function printPartly(output: CommandOutput, undone: readonly string[], json: boolean): void {
  if (undone.length > 0) process.exitCode = 1
  if (json || output.text !== '') printOutput(output, json)
  if (undone.length > 0 && !json) process.stderr.write(`${undone.join('\n')}\n`)
}

function changing(command: Command): Command {
  return withSettings(command, CHANGING)
    .option('--email <address>', 'User to act as, with their permissions; default: the system')
    .option('--dry-run', 'Show what would change, without saving it')
    .option(...PROJECT_FLAG)
    .option('--json', 'Print the result as JSON')
}

function trialOf({ dryRun = false, ...flags }: ChangeFlags) {
  return { dryRun, ...requestOf(flags) }
}

function requestOf({ project, email, ...flags }: ChangeFlags) {
  return { project, email, settings: settingsOf(flags, CHANGING) }
}
