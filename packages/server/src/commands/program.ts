import { Command, type Option } from 'commander'
import { ownVersion } from '../own-version.ts'
import { SETTING_KEYS } from '../settings/settings.ts'
import { holdYoungGeneration } from '../young-generation.ts'
import { commandNamed } from './command-named.ts'
import { printOutput } from './command-output.ts'
import { CHANGING, DATABASE, type Flags, SETTINGS_HEADING, settingsOf, withSettings } from './command-settings.ts'
import { addFlagCommands } from './flags/flag-commands.ts'
import { addHistoryCommands } from './history/history-commands.ts'
import { addPeopleCommands } from './people/people-commands.ts'
import type { RotateFlags } from './rotate-encryption-key.ts'
import { addDataCommands } from './transfer/data-commands.ts'

// Each command is loaded when it is run: what the others need must not slow it down.

/** The `flagdeck` command. It throws what its commands throw, and commander's own errors. */
export function program(): Command {
  const flagdeck = new Command('flagdeck')
    .description('Feature flags and dashboards as one small server')
    .version(ownVersion(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .configureHelp({ groupItems: settingsLast })
    .exitOverride()
  addServe(flagdeck)
  addMigrate(flagdeck)
  addBootstrap(flagdeck)
  addRotateKey(flagdeck)
  addPeopleCommands(flagdeck)
  addFlagCommands(flagdeck)
  addHistoryCommands(flagdeck)
  addDataCommands(flagdeck)
  addDoctor(flagdeck)
  addHelp(flagdeck)
  sayInOneSentence(flagdeck, flagdeck.name())
  nameWhatHasNoHelp(flagdeck)
  askLastForOptions(flagdeck)
  return flagdeck
}

function addServe(parent: Command): void {
  withSettings(parent.command('serve').description('serve the API until told to stop'), SETTING_KEYS)
    .option('--json', 'print where it listens as JSON')
    .action(async (flags: Flags) => {
      holdYoungGeneration()
      const { serve } = await import('./serve.ts')
      await serve(settingsOf(flags, SETTING_KEYS), flags.json === true)
    })
}

function addMigrate(parent: Command): void {
  withSettings(parent.command('migrate').description('bring the database up to this release'), DATABASE)
    .option('--json', 'print what was applied as JSON')
    .action(async (flags: Flags) => {
      const { migrate } = await import('./migrate.ts')
      printOutput(await migrate(settingsOf(flags, DATABASE)), flags.json === true)
    })
}

function addBootstrap(parent: Command): void {
  const command = parent.command('bootstrap').description('create what a bootstrap document names and is missing')
  withSettings(command.argument('<file>', 'the document, in JSON'), CHANGING)
    .option('--json', 'print the organizations as JSON')
    .action(async (file: string, flags: Flags) => {
      const { bootstrap } = await import('./bootstrap.ts')
      printOutput(await bootstrap(file, settingsOf(flags, CHANGING)), flags.json === true)
    })
}

function addRotateKey(parent: Command): void {
  const keys = [...DATABASE, 'encryptionKey'] as const
  const command = parent.command('rotate-encryption-key').description('encrypt all encrypted payloads with a new key')
  withSettings(command, keys)
    .option('--abandon-unreadable', 'continue although no key opens some payloads')
    .option('--json', 'print what was rotated as JSON')
    .action(async (flags: Flags & RotateFlags) => {
      const { rotateKey } = await import('./rotate-encryption-key.ts')
      printOutput(await rotateKey(flags, settingsOf(flags, keys)), flags.json === true)
    })
}

function addDoctor(parent: Command): void {
  withSettings(parent.command('doctor').description('check that a server can run here'), SETTING_KEYS)
    .option('--json', 'print the checks as JSON')
    .action(async (flags: Flags) => {
      const { doctor } = await import('./doctor.ts')
      const { output, healthy } = await doctor({ flags, env: process.env })
      printOutput(output, flags.json === true)
      if (!healthy) process.exitCode = 1
    })
}

function addHelp(parent: Command): void {
  parent
    .command('help')
    .description('print the help of a command')
    .argument('[command...]', 'its words, such as "flag explain"')
    .action(async (words: readonly string[]) => {
      const { printHelp } = await import('./print-help.ts')
      printHelp(parent, words)
    })
}

/** Groups what a help lists. Commander's order is that in which options were added, and most commands begin with settings. */
function settingsLast<Item>(_: Item[], items: Item[], headingOf: (item: Item) => string): Map<string, Item[]> {
  const groups = Map.groupBy(items, headingOf)
  const settings = groups.get(SETTINGS_HEADING)
  if (!settings) return groups
  groups.delete(SETTINGS_HEADING)
  return groups.set(SETTINGS_HEADING, settings)
}

/** What is wrong is said in one sentence, and leads to the help of the very command that was asked (SERVE-49). */
function sayInOneSentence(command: Command, words: string): void {
  command.configureOutput({ outputError: (text, write) => write(oneSentence(whatIsWrong(text, command), words)) })
  for (const child of command.commands) sayInOneSentence(child, `${words} ${child.name()}`)
}

/** Commander calls a switch unknown that was given a value, and looks for a command nowhere but here. */
function whatIsWrong(text: string, { options, commands }: Command): string {
  const [, name] = /^error: unknown option '(--[a-z-]+)=/.exec(text) ?? []
  if (options.some(({ long }) => long === name)) return `error: option '${name}' takes no value`
  const [, word = ''] = /^error: unknown command '([a-z-]+)'\s*$/.exec(text) ?? []
  const [group, another] = commands.filter((each) => commandNamed(each, word))
  return group && !another ? `${text.trim()}\n(Did you mean ${group.name()} ${word}?)` : text
}

/** What somebody got wrong who does not know what there is, or what has to be there. */
const LED_TO_HELP = /^(unknown|missing|required|too many|option) /

/** Commander reports in two lines and begins with "error:". What it does not know is in the help. */
function oneSentence(text: string, words: string): string {
  const [sentence = '', hint] = text
    .trim()
    .replace(/^error: |\.$/g, '')
    .split('\n')
  const help = LED_TO_HELP.test(sentence) ? ` See ${words} --help.` : ''
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${endOf(sentence, hint)}${help}\n`
}

function endOf(sentence: string, hint: string | undefined): string {
  if (hint) return `; ${hint.replace(/^\(D/, 'd').replace(/\)$/, '')}`
  return sentence.endsWith('?') ? '' : '.'
}

/** Commander prints the help of the last command that it knows, and says nothing of a word behind it (SERVE-49). */
function nameWhatHasNoHelp(command: Command): void {
  if (command.commands.length === 0) return
  command.addHelpText('before', () => {
    const word = command.args.find((each) => !each.startsWith('-'))
    // Without the option that asks for help, commander looks at the word, and refuses it.
    if (word !== undefined && !commandNamed(command, word)) command.parse([word], { from: 'user' })
    return ''
  })
  for (const child of command.commands) nameWhatHasNoHelp(child)
}

/**
 * Looks for required options when everything that was written is known to be right. Commander would do so first, and call
 * missing what was merely mistyped (SERVE-49). Nor does it say in its help which options are required.
 */
function askLastForOptions(command: Command): void {
  const required = command.options.filter(({ mandatory }) => mandatory)
  for (const option of required) option.makeOptionMandatory(false)
  command.usage([...required.map(({ flags }) => flags), command.usage()].join(' '))
  command.hook('preAction', () => {
    const missing = required.filter((option) => isMissing(command, option)).map(({ flags }) => `'${flags}'`)
    const options = missing.length > 1 ? 'options' : 'option'
    if (missing.length > 0) command.error(`error: required ${options} ${missing.join(' and ')} not specified`)
  })
  for (const child of command.commands) askLastForOptions(child)
}

function isMissing(command: Command, option: Option): boolean {
  return command.getOptionValue(option.attributeName()) === undefined
}
