import * as z from 'zod'
import type { ValueFormat } from './setting.ts'

/** Where everything is kept. */
export type DatabaseLocation =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string }

export const databaseLocation: ValueFormat<DatabaseLocation> = {
  placeholder: 'url',
  allowed: 'sqlite:PATH, sqlite::memory: or postgres://USER:PASSWORD@HOST:PORT/NAME',
  schema: z.string().transform((text, context) => {
    const location = readDatabaseUrl(text)
    if (location) return location
    context.addIssue({ code: 'custom' })
    return z.NEVER
  }),
}

function readDatabaseUrl(text: string): DatabaseLocation | undefined {
  if (/^postgres(ql)?:\/\//.test(text)) return URL.canParse(text) ? { kind: 'postgres', url: text } : undefined
  const path = /^sqlite:(.+)$/.exec(text)?.[1]?.trim()
  // Of two slashes nobody can say whether a host or a path should follow.
  if (!path || /^\/\/[^/]/.test(path)) return undefined
  return { kind: 'sqlite', path }
}

/** The location as it may be shown: without user name and password. */
export function describeDatabase(location: DatabaseLocation): string {
  return location.kind === 'sqlite' ? `sqlite ${location.path}` : `postgres ${withoutCredentials(location.url)}`
}

function withoutCredentials(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}
