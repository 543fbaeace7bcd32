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

/** The commands on flags, registered like all others. */
export function addFlagCommands(parent: Command): void {
  const flag = parent
    .command('flag')
    .description('explain, switch, tag, copy, delete and restore flags')
    .helpCommand(false)
  addExplain(flag)
  addStatus(flag)
  for (const to of FLAG_CHANGE_NAMES) addChange(flag, to)
  addTag(flag)
  addCopy(flag)
  addDelete(flag)
}

function addExplain(flag: Command): void {
  withSettings(flag.command('explain').description('say why a flag answers what it does for one person'), DATABASE)
    .argument('<key>', 'the key of the flag')
    .requiredOption('--distinct-id <id>', 'the person')
    .option('--properties <json>', 'what is known about the person, as a JSON object')
    .option('--group <type=key...>', 'the groups that the person is in')
    .option(...PROJECT_FLAG)
    .option('--json', 'print the whole explanation as JSON')
    .action(async (key: string, flags: Flags & ExplainFlags) => {
      const { explainFlag } = await import('./explain-flag.ts')
      printOutput(await explainFlag(key, flags, settingsOf(flags, DATABASE)), flags.json === true)
    })
}

function addStatus(flag: Command): void {
  const command = flag
    .command('status')
    .alias('list')
    .description('tell what state a flag is in and why, or list all flags')
  withSettings(command.argument('[flag]', 'its key or id; all that are not archived when missing'), CHANGING)
    .option('--stale', 'only those that are stale')
    .option(...PROJECT_FLAG)
    .option('--json', 'print it as JSON')
    .action(async (name: string | undefined, flags: OneProjectFlags & { readonly stale?: boolean }) => {
      const { flagStatus } = await import('./flag-status.ts')
      const output = await flagStatus({ name, stale: flags.stale === true, ...requestOf(flags) })
      printOutput(output, flags.json === true)
    })
}

function addChange(flag: Command, to: FlagChange): void {
  const command = flag.command(to).description(FLAG_CHANGES[to].help).argument('<flag>', 'its key or id')
  changing(command).action(async (name: string, flags: ChangeFlags) => {
    const { changeFlag } = await import('./change-flag.ts')
    const output = await changeFlag(to, { name, ...trialOf(flags) })
    printOutput(output, flags.json === true)
  })
}

function addTag(flag: Command): void {
  const command = flag.command('tag').description('give flags tags, and take tags away')
  changing(command.argument('<flag...>', 'their keys or ids'))
    .option('--add <tag...>', 'tags that they get')
    .option('--remove <tag...>', 'tags that they lose')
    .action(async (names: readonly string[], flags: ChangeFlags & TagsFlags) => {
      const { tagFlags } = await import('./tag-flags.ts')
      const { add = [], remove = [], ...others } = flags
      const { output, skipped } = await tagFlags({ names, add, remove, ...trialOf(others) })
      printPartly(output, skipped, flags.json === true)
    })
}

function addCopy(flag: Command): void {
  const command = flag.command('copy').description('copy a flag to other projects of the organization')
  changing(command.argument('<flag>', 'its key or id'))
    .requiredOption('--to <project...>', 'names or ids of the projects')
    .option('--off', 'turn the copies off; a flag that exists already otherwise stays on or off')
    .option('--dependencies', 'also copy the flags that it depends on, to projects that do not have them')
    .option('--yes', 'change flags that exist already without asking')
    .action(async (name: string, flags: ChangeFlags & CopyFlagFlags) => {
      const { copyFlag } = await import('./copy-flag.ts')
      const { to, off = false, dependencies = false, yes = false, ...others } = flags
      const canAsk = flags.json !== true && process.stdin.isTTY
      const { output, failed } = await copyFlag({ name, to, off, dependencies, yes, canAsk, ...trialOf(others) })
      printPartly(output, failed, flags.json === true)
    })
}

function addDelete(flag: Command): void {
  const command = flag.command('delete').description('delete flags, which "restore" brings back')
  changing(command.argument('<flag...>', 'their keys or ids')).action(
    async (names: readonly string[], flags: ChangeFlags) => {
      const { deleteFlags } = await import('./delete-flags.ts')
      const { output, kept } = await deleteFlags({ names, ...trialOf(flags) })
      printPartly(output, kept, flags.json === true)
    },
  )
}

/** What was done, and what was not, with the reasons: then it ends with 1. */
function printPartly(output: CommandOutput, undone: readonly string[], json: boolean): void {
  if (undone.length > 0) process.exitCode = 1
  if (json || output.text !== '') printOutput(output, json)
  if (undone.length > 0 && !json) process.stderr.write(`${undone.join('\n')}\n`)
}

function changing(command: Command): Command {
  return withSettings(command, CHANGING)
    .option('--email <address>', 'who does it, with the rights of that user; else the system')
    .option('--dry-run', 'tell what would happen, and write nothing')
    .option(...PROJECT_FLAG)
    .option('--json', 'print the outcome as JSON')
}

function trialOf({ dryRun = false, ...flags }: ChangeFlags) {
  return { dryRun, ...requestOf(flags) }
}

function requestOf({ project, email, ...flags }: ChangeFlags) {
  return { project, email, settings: settingsOf(flags, CHANGING) }
}
