import { homedir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import type { ValueFormat } from './setting.ts'

/** The location of the database. */
export type DatabaseLocation = SqliteLocation | { readonly kind: 'postgres'; readonly url: string }

export interface SqliteLocation {
  readonly kind: 'sqlite'
  readonly path: string
  /** Whether to create a missing file; true by default. */
  readonly create?: boolean
}

const ALLOWED = 'sqlite:PATH, sqlite::memory: or postgres://USER:PASSWORD@HOST:PORT/NAME'

export const databaseLocation: ValueFormat<DatabaseLocation> = {
  placeholder: 'url',
  allowed: ALLOWED,
  schema: z.string().transform((text, context) => {
    const location = readDatabaseUrl(text)
    if (location && !('refusal' in location)) return location
    context.addIssue({ code: 'custom', params: { refusal: location?.refusal } })
    return z.NEVER
  }),
}

/** The reason why a URL is invalid; follows "but". */
interface Refused {
  readonly refusal: string
}

function readDatabaseUrl(text: string): DatabaseLocation | Refused | undefined {
  if (/^postgres(ql)?:\/\//.test(text)) {
    return parsePostgresUrl(text) ? { kind: 'postgres', url: text } : { refusal: NO_POSTGRES_URL }
  }
  const address = /^sqlite:(.+)$/.exec(text)?.[1]?.trim()
  if (!address) return undefined
  // After two slashes, a URL could have a host or a path.
  if (/^\/\/[^/]/.test(address)) {
    return { refusal: `two slashes start a host name: write sqlite:${address.slice(2)} for a file path.` }
  }
  return readSqliteAddress(address)
}

const NO_POSTGRES_URL =
  'it is not a valid URL: encode special characters in the password (%23 for #, %2F for /, %40 for @), and put the port of a socket at the end (?host=/FOLDER&port=5433).'

/** Parses `PATH?mode=…`, percent-encoded like any URL (SERVE-55). */
function readSqliteAddress(address: string): SqliteLocation | Refused | undefined {
  const [encoded = '', ...rest] = address.split('?')
  const mode = readMode(new URLSearchParams(rest.join('?')))
  if (typeof mode === 'object') return mode
  if (mode === 'memory') return { kind: 'sqlite', path: ':memory:' }
  const path = readPath(encoded.trim())
  if (path === undefined || typeof path === 'object') return path
  return { kind: 'sqlite', path, ...(mode === 'rw' ? { create: false } : {}) }
}

const MODES = ['rw', 'rwc', 'memory'] as const

function readMode(parameters: URLSearchParams): (typeof MODES)[number] | Refused {
  const unknown = [...parameters.keys()].find((name) => name !== 'mode')
  if (unknown !== undefined)
    return { refusal: `"${unknown}" is not a parameter of SQLite URLs: they only support "mode".` }
  const [wanted = 'rwc', ...more] = parameters.getAll('mode')
  const mode = MODES.find((known) => known === wanted)
  if (mode && more.length === 0) return mode
  if (wanted === 'ro') {
    return {
      refusal:
        'mode=ro is not supported: use mode=rw, which never creates a file. Commands that only read, such as "flagdeck export", change nothing.',
    }
  }
  return { refusal: `mode must be one of ${MODES.join(', ')}, and appear only once.` }
}

function readPath(encoded: string): string | Refused | undefined {
  const path = decoded(encoded)
  if (path === undefined) return { refusal: 'its percent-encoding is invalid: write %25 for a percent sign.' }
  if (path === '') return undefined
  if (!path.startsWith('~')) return path
  if (/^~[/\\]./.test(path)) return join(homedir(), path.slice(2))
  return { refusal: `only "~/" is expanded, to your home directory: write ./${path} for a file with this name.` }
}

function decoded(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}

/** Returns the location without user name and password, for messages. */
export function describeDatabase(location: DatabaseLocation): string {
  return location.kind === 'sqlite' ? `sqlite ${location.path}` : `postgres ${withoutCredentials(location.url)}`
}

function withoutCredentials(url: string): string {
  const { host = '', pathname = '', searchParams } = parsePostgresUrl(url) ?? {}
  const socket = searchParams?.get('host')
  return `${socket ?? decodeURIComponent(host === SOCKET ? '' : host)}${pathname}`
}

/** A placeholder host: URLs with a user need one, but sockets are in `?host=/folder`. */
const SOCKET = 'socket.invalid'

function parsePostgresUrl(text: string): URL | undefined {
  return URL.parse(text) ?? URL.parse(text.replace(/^([^/]*\/\/[^/?]*@)(?=\/)/, `$1${SOCKET}`)) ?? undefined
}
