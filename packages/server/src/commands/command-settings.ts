import { type Command, Option } from 'commander'
import { LIMIT_SETTINGS } from '../settings/limits-of.ts'
import { readSettings } from '../settings/read-settings.ts'
import { flagName, variablesOf } from '../settings/setting.ts'
import { CONFIG_FILE, SETTINGS, type SettingKey, type Settings } from '../settings/settings.ts'

/** The flags of a command as they were given. */
export type Flags = Readonly<Record<string, unknown>> & { readonly json?: boolean; readonly config?: string }

/** What most commands need to know. */
export const DATABASE = ['databaseUrl'] as const

/** What commands have to know that change a project by the rules of the API. */
export const CHANGING = [...DATABASE, 'encryptionKey', ...LIMIT_SETTINGS] as const

export type ChangingSettings = Pick<Settings, (typeof CHANGING)[number]>

/** Above the flags of settings in the help of a command, which has its own before them. */
export const SETTINGS_HEADING = 'Settings:'

/** Says which project, to whatever works on one. */
export const PROJECT_FLAG = [
  '--project <name>',
  'the name or id of the project, or ORGANIZATION/NAME; else the only one there is',
] as const

export function settingsOf<Key extends SettingKey>(flags: Flags, keys: readonly Key[]): Pick<Settings, Key> {
  return readSettings({ flags, env: process.env }, keys).settings
}

/** Adds the flags of settings to a command. */
export function withSettings(command: Command, keys: readonly SettingKey[]): Command {
  for (const key of keys) command.addOption(settingOption(key))
  const { flag, placeholder, meaning, env } = CONFIG_FILE
  return command.addOption(new Option(`${flag} <${placeholder}>`, `${meaning} [${env}]`).helpGroup(SETTINGS_HEADING))
}

function settingOption(key: SettingKey): Option {
  const { format, meaning, default: value } = SETTINGS[key]
  const origin = [...variablesOf(SETTINGS[key]), ...(value === null ? [] : [value])].join(', ')
  return new Option(`${flagName(key)} <${format.placeholder}>`, `${meaning} [${origin}]`).helpGroup(SETTINGS_HEADING)
}
