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

// Each command is loaded when it runs, so the dependencies of other commands are not loaded.

/** Returns the `flagdeck` command. It throws the errors of its commands, and commander's own errors. */
export function program(): Command {
  const flagdeck = new Command('flagdeck')
    .description('Feature flags and dashboards in one small server')
    .version(ownVersion(), '-v, --version', 'Show the version')
    .helpOption('-h, --help', 'Show this help')
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
  reportInOneSentence(flagdeck, flagdeck.name())
  refuseUnknownHelp(flagdeck)
  checkRequiredOptionsLast(flagdeck)
  return flagdeck
}

function addServe(parent: Command): void {
  withSettings(parent.command('serve').description('Start the server'), SETTING_KEYS)
    .option('--json', 'Print the addresses as JSON')
    .action(async (flags: Flags) => {
      holdYoungGeneration()
      const { serve } = await import('./serve.ts')
      await serve(settingsOf(flags, SETTING_KEYS), flags.json === true)
    })
}

function addMigrate(parent: Command): void {
  withSettings(parent.command('migrate').description('Run pending database migrations'), DATABASE)
    .option('--json', 'Print the applied migrations as JSON')
    .action(async (flags: Flags) => {
      const { migrate } = await import('./migrate.ts')
      printOutput(await migrate(settingsOf(flags, DATABASE)), flags.json === true)
    })
}

function addBootstrap(parent: Command): void {
  const command = parent.command('bootstrap').description('Apply a bootstrap document (creates only missing entries)')
  withSettings(command.argument('<file>', 'Bootstrap document (JSON)'), CHANGING)
    .option('--json', 'Print the result as JSON')
    .action(async (file: string, flags: Flags) => {
      const { bootstrap } = await import('./bootstrap.ts')
      printOutput(await bootstrap(file, settingsOf(flags, CHANGING)), flags.json === true)
    })
}

function addRotateKey(parent: Command): void {
  const keys = [...DATABASE, 'encryptionKey'] as const
  const command = parent.command('rotate-encryption-key').description('Re-encrypt encrypted payloads with a new key')
  withSettings(command, keys)
    .option('--abandon-unreadable', 'Continue even if some payloads cannot be decrypted; they stay unreadable')
    .option('--json', 'Print the result as JSON')
    .action(async (flags: Flags & RotateFlags) => {
      const { rotateKey } = await import('./rotate-encryption-key.ts')
      printOutput(await rotateKey(flags, settingsOf(flags, keys)), flags.json === true)
    })
}

function addDoctor(parent: Command): void {
  withSettings(
    parent.command('doctor').description('Check whether the server can run with these settings'),
    SETTING_KEYS,
  )
    .option('--json', 'Print the checks as JSON')
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
    .description('Show help for a command')
    .argument('[command...]', 'Command, such as "flag explain"')
    .action(async (words: readonly string[]) => {
      const { printHelp } = await import('./print-help.ts')
      printHelp(parent, words)
    })
}

/** Groups the items of a help text, settings last. Commander lists options as they were added, and most commands add settings first. */
function settingsLast<Item>(_: Item[], items: Item[], headingOf: (item: Item) => string): Map<string, Item[]> {
  const groups = Map.groupBy(items, headingOf)
  const settings = groups.get(SETTINGS_HEADING)
  if (!settings) return groups
  groups.delete(SETTINGS_HEADING)
  return groups.set(SETTINGS_HEADING, settings)
}

/** Reports a usage error in one sentence that names the help of this command (SERVE-49). */
function reportInOneSentence(command: Command, words: string): void {
  command.configureOutput({ outputError: (text, write) => write(oneSentence(clarified(text, command), words)) })
  for (const child of command.commands) reportInOneSentence(child, `${words} ${child.name()}`)
}

/**
 * Returns the text of a usage error with three corrections. Commander reports a switch with a value as unknown. It
 * suggests only commands of the same level, not those of groups. Errors about values get the form of those about
 * settings.
 */
function clarified(text: string, { options, commands }: Command): string {
  const [, name] = /^error: unknown option '(--[a-z-]+)=/.exec(text) ?? []
  if (options.some(({ long }) => long === name)) return `error: option '${name}' takes no value`
  const [, flags] = /^error: option '(.+)' argument missing/.exec(text) ?? []
  if (flags !== undefined) return `error: option '${flags}' requires a value`
  const [, value, argument, choices] = WRONG_ARGUMENT.exec(text) ?? []
  if (value !== undefined) return `error: argument '${argument}' is "${value}", but it must be one of ${choices}`
  const [, word = ''] = /^error: unknown command '([a-z-]+)'\s*$/.exec(text) ?? []
  const [group, another] = commands.filter((each) => commandNamed(each, word))
  return group && !another ? `${text.trim()}\n(Did you mean ${group.name()} ${word}?)` : text
}

const WRONG_ARGUMENT =
  /^error: command-argument value '(.*)' is invalid for argument '(.+)'\. Allowed choices are (.+)\.$/m

/** Errors about names and arguments, which the help of the command lists. */
const EXPLAINED_BY_HELP = /^(unknown|missing|required|too many|option|argument) /

/** Joins the two lines of commander's error, without the prefix "error:". */
function oneSentence(text: string, words: string): string {
  const [sentence = '', hint] = text
    .trim()
    .replace(/^error: |\.$/g, '')
    .split('\n')
  const help = EXPLAINED_BY_HELP.test(sentence) ? ` See ${words} --help.` : ''
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${endOf(sentence, hint)}${help}\n`
}

function endOf(sentence: string, hint: string | undefined): string {
  if (hint) return `; ${hint.replace(/^\(D/, 'd').replace(/\)$/, '')}`
  return sentence.endsWith('?') ? '' : '.'
}

/** Refuses `--help` after an unknown word (SERVE-49). Commander ignores the word and prints the help of the last known command. */
function refuseUnknownHelp(command: Command): void {
  if (command.commands.length === 0) return
  command.addHelpText('before', () => {
    const word = command.args.find((each) => !each.startsWith('-'))
    // Without the help option, commander parses the word, and refuses it.
    if (word !== undefined && !commandNamed(command, word)) command.parse([word], { from: 'user' })
    return ''
  })
  for (const child of command.commands) refuseUnknownHelp(child)
}

/**
 * Checks for required options after everything else, and lists them in the usage line. Commander checks for them first
 * and so reports a mistyped option as missing (SERVE-49). Its usage line does not show which options are required.
 */
function checkRequiredOptionsLast(command: Command): void {
  const required = command.options.filter(({ mandatory }) => mandatory)
  for (const option of required) option.makeOptionMandatory(false)
  command.usage([...required.map(({ flags }) => flags), command.usage()].join(' '))
  command.hook('preAction', () => {
    const missing = required.filter((option) => isMissing(command, option)).map(({ flags }) => `'${flags}'`)
    const [options, are] = missing.length > 1 ? ['options', 'are'] : ['option', 'is']
    if (missing.length > 0) command.error(`error: required ${options} ${missing.join(' and ')} ${are} missing`)
  })
  for (const child of command.commands) checkRequiredOptionsLast(child)
}

function isMissing(command: Command, option: Option): boolean {
  return command.getOptionValue(option.attributeName()) === undefined
}
