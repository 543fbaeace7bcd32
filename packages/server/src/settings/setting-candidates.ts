import { closestName, didYouMean, isJsonObject } from '@flagdeck/core/operations'
import { FileProblem, readJsonFile } from '../files/read-json-file.ts'
import { API_KEY_VARIABLE } from './api-key-variable.ts'
import { isServiceVariable } from './is-service-variable.ts'
import { fileKey, flagName, variablesOf } from './setting.ts'
import { CONFIG_FILE, SETTING_KEYS, SETTINGS, type SettingKey } from './settings.ts'
import { type SettingSource, SettingsProblem } from './settings-problem.ts'

/** Unparsed values of settings from one source. */
export interface Candidates {
  readonly source: SettingSource
  /** The raw value; undefined or null if this source does not set it. */
  valueOf(key: SettingKey): unknown
  /** The name of the setting in this source, as the subject of a sentence. */
  nameOf(key: SettingKey): string
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Flags of the command line by their names in code; commander has refused unknown ones already. */
export function fromFlags(flags: Readonly<Record<string, unknown>>): Candidates {
  return { source: 'flag', valueOf: (key) => flags[key], nameOf: flagName }
}

/** Returns the options of a program that starts a server itself. */
export function fromOptions(options: Readonly<Record<string, unknown>>): Candidates {
  const unknown = Object.keys(options).find((name) => !(name in SETTINGS))
  if (unknown !== undefined) {
    throw new SettingsProblem('option', `Unknown option ${unknown}${didYouMean(unknown, SETTING_KEYS)}`)
  }
  return { source: 'option', valueOf: (key) => options[key], nameOf: (key) => key }
}

/** @throws SettingsProblem for a variable that has our prefix but is not a setting */
export function fromEnvironment(env: Environment): Candidates {
  const known = [CONFIG_FILE.env, API_KEY_VARIABLE, ...SETTING_KEYS.flatMap((key) => variablesOf(SETTINGS[key]))]
  const unknown = Object.keys(env).find(
    (name) => name.startsWith(OWN_PREFIX) && !known.includes(name) && !isServiceVariable(name, env[name]),
  )
  if (unknown !== undefined) {
    throw new SettingsProblem('environment', `Unknown environment variable ${unknown}${suggestion(unknown, known)}`)
  }
  // Compose files and scripts pass an unset variable as empty text. Kubernetes sets FLAGDECK_PORT for a Service of that name.
  const isSet = (name: string) => env[name] && !isServiceVariable(name, env[name])
  const variableOf = (key: SettingKey) => variablesOf(SETTINGS[key]).find(isSet)
  return {
    source: 'environment',
    valueOf: (key) => env[variableOf(key) ?? ''] || undefined,
    nameOf: (key) => `${variableOf(key) ?? SETTINGS[key].env} in the environment`,
  }
}

const OWN_PREFIX = 'FLAGDECK_'

/**
 * Returns the suggestion for an unknown variable. Some variables have two names: a user who wrote the prefix gets the
 * name with the prefix.
 */
function suggestion(name: string, known: readonly string[]): string {
  const closest = closestName(name.slice(OWN_PREFIX.length), known)
  if (closest === undefined) return didYouMean(name, known)
  const prefixed = `${OWN_PREFIX}${closest}`
  return didYouMean(known.includes(prefixed) ? prefixed : closest, known)
}

/** @throws FileProblem, or SettingsProblem for a key that is not a setting */
export function fromFile(path: string): Candidates {
  const content = readJsonFile(path, WHAT)
  if (!isJsonObject(content)) throw new FileProblem(`The ${WHAT} ${path} must contain one JSON object.`)
  const known = SETTING_KEYS.map(fileKey)
  const unknown = Object.keys(content).find((key) => !known.includes(key))
  if (unknown !== undefined) {
    throw new SettingsProblem(
      'file',
      `Unknown setting "${unknown}" in ${path}${didYouMean(unknown.replace(OWN_PREFIX, ''), known)}`,
    )
  }
  return {
    source: 'file',
    valueOf: (key) => content[fileKey(key)],
    nameOf: (key) => `${fileKey(key)} in ${path}`,
  }
}

const WHAT = 'settings file'
