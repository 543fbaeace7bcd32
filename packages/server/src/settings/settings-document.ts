import { fileKey, flagName, type Setting, variablesOf } from './setting.ts'
import { CONFIG_FILE, SETTING_KEYS, SETTINGS } from './settings.ts'

/** The page that lists every setting, in Markdown. */
export function settingsDocument(): string {
  return `${INTRODUCTION}\n${table([HEAD, RULE, configRow(), ...SETTING_KEYS.map(row)])}\n`
}

const INTRODUCTION = `<!-- Written by \`pnpm generate\` from packages/server/src/settings/settings.ts; edit that. -->
# Settings

Each setting has a command-line flag, an environment variable and a key in a JSON file. Flags take precedence over the
environment, the environment over the file, and the file over the default. If two variables are listed, the first takes
precedence. Unknown flags and keys, unknown variables that start with \`FLAGDECK_\`, and invalid values are errors.
\`flagdeck\` then names the setting and the allowed values, and exits with 2 for flags and with 1 otherwise.
\`flagdeck doctor\` shows which settings are set, and their sources.
`

const HEAD = ['environment', 'flag', 'file', 'default', 'meaning', 'allowed']
const RULE = HEAD.map(() => '---')

function configRow(): readonly string[] {
  const { env, flag, meaning } = CONFIG_FILE
  return [code(env), code(flag), '', 'none', meaning, 'the path of a file']
}

function row(key: (typeof SETTING_KEYS)[number]): readonly string[] {
  const { format, default: value, meaning }: Setting = SETTINGS[key]
  return [
    variablesOf(SETTINGS[key]).map(code).join(', '),
    code(flagName(key)),
    code(fileKey(key)),
    value === null ? 'none' : code(value),
    meaning,
    format.allowed,
  ]
}

function table(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n')
}

function code(text: string): string {
  return `\`${text}\``
}
