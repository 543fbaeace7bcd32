import { type Command, Option } from 'commander'
import { LIMIT_SETTINGS } from '../settings/limits-of.ts'
import { readSettings } from '../settings/read-settings.ts'
import { flagName, variablesOf } from '../settings/setting.ts'
import { CONFIG_FILE, SETTINGS, type SettingKey, type Settings } from '../settings/settings.ts'

/** The flags of a command as the user wrote them. */
export type Flags = Readonly<Record<string, unknown>> & { readonly json?: boolean; readonly config?: string }

/** Settings of most commands. */
export const DATABASE = ['databaseUrl'] as const

/** Settings of commands that change a project under the rules of the API. */
export const CHANGING = [...DATABASE, 'encryptionKey', ...LIMIT_SETTINGS] as const

export type ChangingSettings = Pick<Settings, (typeof CHANGING)[number]>

/** Heading of the settings in the help of a command. They follow its own options. */
export const SETTINGS_HEADING = 'Settings:'

/** Option of every command that works in one project. */
export const PROJECT_FLAG = [
  '--project <name>',
  'Project name, ID or ORGANIZATION/NAME; not needed if there is only one project',
] as const

export function settingsOf<Key extends SettingKey>(flags: Flags, keys: readonly Key[]): Pick<Settings, Key> {
  return readSettings({ flags, env: process.env }, keys).settings
}

/** Adds the flags of settings to a command. */
export function withSettings(command: Command, keys: readonly SettingKey[]): Command {
  for (const key of keys) command.addOption(settingOption(key))
  const { flag, placeholder, meaning, env } = CONFIG_FILE
  return command.addOption(
    new Option(`${flag} <${placeholder}>`, `${meaning} [env: ${env}]`).helpGroup(SETTINGS_HEADING),
  )
}

function settingOption(key: SettingKey): Option {
  const { format, meaning, default: value } = SETTINGS[key]
  const variables = `env: ${variablesOf(SETTINGS[key]).join(', ')}`
  const origin = value === null ? variables : `${variables}; default: ${value}`
  return new Option(`${flagName(key)} <${format.placeholder}>`, `${meaning} [${origin}]`).helpGroup(SETTINGS_HEADING)
}
