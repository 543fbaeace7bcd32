import { snakeCase } from '@flagdeck/core/operations'
import type * as z from 'zod'

/** How a value is written: as text, which is all that a flag or an environment variable can hold. */
export interface ValueFormat<Value> {
  readonly schema: z.ZodType<Value, string>
  /** What a value may be, to follow "it has to be". */
  readonly allowed: string
  /** What stands for the value in `--help`. */
  readonly placeholder: string
}

/** The reason that a format gives against a value, to follow "but"; undefined where its `allowed` says it all. */
export function refusalOf({ issues }: z.ZodError): string | undefined {
  const [issue] = issues
  const refusal: unknown = issue?.code === 'custom' ? issue.params?.refusal : undefined
  return typeof refusal === 'string' ? refusal : undefined
}

/** One thing that can be set. Its name in code gives the flag (`--database-url`) and the file key (`database_url`). */
export interface Setting<Value = unknown, Default extends string | null = string | null> {
  readonly env: string
  /** A second variable that wins over `env`, for environments in which another program uses that name. */
  readonly ownEnv?: string
  readonly format: ValueFormat<Value>
  /** As a user would write it; null: not set. */
  readonly default: Default
  /** One phrase for `--help` and the documentation. */
  readonly meaning: string
  /** Its value carries a password, so it is never shown whole. */
  readonly secret?: true
}

/** Variables that set a setting; the first that is set wins. */
export function variablesOf({ env, ownEnv }: Pick<Setting, 'env' | 'ownEnv'>): readonly string[] {
  return ownEnv === undefined ? [env] : [ownEnv, env]
}

/** The command-line flag of a setting: `databaseUrl` → `--database-url`. */
export function flagName(key: string): string {
  return `--${snakeCase(key).replaceAll('_', '-')}`
}

/** The key of a setting in a settings file: `databaseUrl` → `database_url`. */
export function fileKey(key: string): string {
  return snakeCase(key)
}
