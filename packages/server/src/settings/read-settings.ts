import { refuseHalfSetOpenId } from './openid-settings.ts'
import { refusalOf } from './setting.ts'
import {
  type Candidates,
  type Environment,
  fromEnvironment,
  fromFile,
  fromFlags,
  fromOptions,
} from './setting-candidates.ts'
import { CONFIG_FILE, SETTING_KEYS, SETTINGS, type SettingKey, type Settings } from './settings.ts'
import { type SettingSource, SettingsProblem } from './settings-problem.ts'

/** The settings that a command reads, with their sources. */
export interface SettingsRead<Key extends SettingKey> {
  readonly settings: Pick<Settings, Key>
  readonly sources: Readonly<Record<Key, SettingSource>>
}

export interface CommandSources {
  /** The command-line flags by their names in code, including that of the settings file. */
  readonly flags: Readonly<Record<string, unknown>> & { readonly config?: string | undefined }
  readonly env: Environment
}

/**
 * Reads the settings that a command needs. Command-line flags take precedence over the environment, the environment
 * over the settings file, and the settings file over the defaults.
 * @throws SettingsProblem or FileProblem for the first error
 */
export function readSettings<Key extends SettingKey>(
  { flags, env }: CommandSources,
  keys: readonly Key[],
): SettingsRead<Key> {
  const file = flags.config ?? (env[CONFIG_FILE.env] || undefined)
  const candidates = [fromFlags(flags), fromEnvironment(env), ...(file === undefined ? [] : [fromFile(file)])]
  return settle(keys, candidates)
}

/** Settings in code: values, or the text that a user would write. */
export type ServerOptions = { readonly [Key in SettingKey]?: string | number | boolean | readonly string[] | null }

/** Returns the settings of a server that a program starts; the environment is ignored. */
export function settingsFromOptions(options: ServerOptions): Settings {
  return settle(SETTING_KEYS, [fromOptions(options)]).settings
}

function settle<Key extends SettingKey>(keys: readonly Key[], candidates: readonly Candidates[]): SettingsRead<Key> {
  const settled = keys.map((key) => [key, settleOne(key, candidates)] as const)
  // Each value was parsed by the format that its key has in the table.
  const read: SettingsRead<Key> = {
    settings: Object.fromEntries(settled.map(([key, { value }]) => [key, value])) as Pick<Settings, Key>,
    sources: Object.fromEntries(settled.map(([key, { source }]) => [key, source])) as Record<Key, SettingSource>,
  }
  refuseHalfSetOpenId(read)
  return read
}

function settleOne(key: SettingKey, candidates: readonly Candidates[]) {
  const given = candidates.find((candidate) => isSet(candidate.valueOf(key)))
  if (given) return { source: given.source, value: parse(key, given) }
  const { default: text, format } = SETTINGS[key]
  return { source: 'default' as const, value: text === null ? null : format.schema.parse(text) }
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null
}

function parse(key: SettingKey, candidate: Candidates): unknown {
  const text = asText(candidate.valueOf(key))
  const parsed = SETTINGS[key].format.schema.safeParse(text)
  if (parsed.success) return parsed.data
  const refusal = refusalOf(parsed.error) ?? `it must be ${SETTINGS[key].format.allowed}.`
  throw new SettingsProblem(candidate.source, `${candidate.nameOf(key)} is ${shown(key, text)}, but ${refusal}`)
}

/** Returns the value as text. Files and programs may also contain numbers, booleans and lists. */
function asText(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(String).join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const SHOWN_CHARACTERS = 100

function shown(key: SettingKey, text: string): string {
  if (isSecret(key)) return `"${text.slice(0, text.indexOf(':') + 1)}…"`
  return JSON.stringify(text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text)
}

function isSecret(key: SettingKey): boolean {
  return 'secret' in SETTINGS[key]
}
