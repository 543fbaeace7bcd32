import { describeRedis } from '@flagdeck/redis/url'
import { describeDatabase } from '../settings/database-url.ts'
import type { SettingsRead } from '../settings/read-settings.ts'
import { SETTING_KEYS, SETTINGS, type SettingKey } from '../settings/settings.ts'
import type { SettingSource } from '../settings/settings-problem.ts'
import type { Check } from './check.ts'

/** Lists the settings that are set, with their sources. Passwords are not shown. */
export function settingsCheck({ settings, sources }: SettingsRead<SettingKey>): Check {
  const set = SETTING_KEYS.filter((key) => sources[key] !== 'default')
  const shown = set.map((key) => `${SETTINGS[key].env}=${shownValue(settings, key)} (${SOURCES[sources[key]]})`)
  return { name: 'settings', ok: true, detail: shown.length === 0 ? 'all defaults' : shown.join(', ') }
}

const SOURCES = {
  flag: 'command line',
  environment: 'environment',
  file: 'settings file',
  option: 'option of the program',
  default: 'default',
} as const satisfies Record<SettingSource, string>

function shownValue(settings: SettingsRead<SettingKey>['settings'], key: SettingKey): string {
  if (key === 'databaseUrl') return describeDatabase(settings.databaseUrl)
  if (key === 'redisUrl') return settings.redisUrl === null ? 'none' : describeRedis(settings.redisUrl)
  if ('secret' in SETTINGS[key]) return '…'
  const value = settings[key]
  return typeof value === 'string' ? value : JSON.stringify(value)
}
