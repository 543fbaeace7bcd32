import { fileKey, flagName, type Setting, variablesOf } from './setting.ts'
import { CONFIG_FILE, SETTING_KEYS, SETTINGS } from './settings.ts'

/** Returns the page that lists every setting, in Markdown. */
export function settingsDocument(): string {
  return `${INTRODUCTION}\n${table([HEAD, RULE, configRow(), ...SETTING_KEYS.map(row)])}\n`
}

const INTRODUCTION = `<!-- Written by \`pnpm generate\` from packages/server/src/settings/settings.ts; edit that. -->
# Settings

You can set each setting with a command-line option, an environment variable or a key in a JSON file. Options take
precedence over variables, variables over the file, and the file over the default. If two variables are listed, the first
takes precedence. Unknown options and keys, unknown variables that start with \`FLAGDECK_\`, and invalid values are errors:
\`flagdeck\` names the setting and the allowed values, and exits with 2 for an option and with 1 otherwise.
\`flagdeck doctor\` shows which settings are set, and where.
`

const HEAD = ['variable', 'option', 'file key', 'default', 'meaning', 'allowed values']
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
