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
  if (/^postgres(ql)?:\/\//.test(text)) return parsePostgresUrl(text) ? { kind: 'postgres', url: text } : undefined
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
  const { host = '', pathname = '', searchParams } = parsePostgresUrl(url) ?? {}
  const socket = searchParams?.get('host')
  return `${socket ?? decodeURIComponent(host === SOCKET ? '' : host)}${pathname}`
}

/** A host that is none: URLs with a user need one, and addresses of sockets have it in `?host=/folder`. */
const SOCKET = 'socket.invalid'

function parsePostgresUrl(text: string): URL | undefined {
  return URL.parse(text) ?? URL.parse(text.replace(/^([^/]*\/\/[^/?]*@)(?=\/)/, `$1${SOCKET}`)) ?? undefined
}
