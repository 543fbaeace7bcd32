import { snakeCase } from '@flagdeck/core/operations'
import type * as z from 'zod'

/** The text format of a value. Flags and environment variables can only hold text. */
export interface ValueFormat<Value> {
  readonly schema: z.ZodType<Value, string>
  /** The permitted values; follows "it must be". */
  readonly allowed: string
  /** The placeholder of the value in `--help`. */
  readonly placeholder: string
}

/** Returns the reason why a value is invalid; it follows "but". Undefined if `allowed` is the only reason. */
export function refusalOf({ issues }: z.ZodError): string | undefined {
  const [issue] = issues
  const refusal: unknown = issue?.code === 'custom' ? issue.params?.refusal : undefined
  return typeof refusal === 'string' ? refusal : undefined
}

/** One setting. Its name in code determines the flag (`--database-url`) and the file key (`database_url`). */
export interface Setting<Value = unknown, Default extends string | null = string | null> {
  readonly env: string
  /** A second variable that wins over `env`, for environments in which another program uses that name. */
  readonly ownEnv?: string
  readonly format: ValueFormat<Value>
  /** In text format; null: not set. */
  readonly default: Default
  /** A description for `--help` and the documentation. */
  readonly meaning: string
  /** The value contains a password, so it is never shown in full. */
  readonly secret?: true
}

/** Variables that set a setting; the first that is set wins. */
export function variablesOf({ env, ownEnv }: Pick<Setting, 'env' | 'ownEnv'>): readonly string[] {
  return ownEnv === undefined ? [env] : [ownEnv, env]
}

/** Returns the command-line flag of a setting: `databaseUrl` → `--database-url`. */
export function flagName(key: string): string {
  return `--${snakeCase(key).replaceAll('_', '-')}`
}

/** Returns the key of a setting in a settings file: `databaseUrl` → `database_url`. */
export function fileKey(key: string): string {
  return snakeCase(key)
}
