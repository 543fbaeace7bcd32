import type { RedisCredentials, RedisLocation, RedisNode } from './redis-location.ts'

export type { RedisLocation }

/** The forms of a URL, to follow "it has to be". */
export const REDIS_URL_FORMS =
  'redis://[[USER:]PASSWORD@]HOST[:PORT][/DATABASE], redis+sentinel://HOST,HOST/NAME or redis+cluster://HOST,HOST; for TLS, rediss instead of redis'

const URL_FORM =
  /^redis(?<tls>s?)(?:\+(?<kind>sentinel|cluster))?:\/\/(?:(?<user>[^@/?#]*)@)?(?<hosts>[^@/?#]+)(?:\/(?<path>[^?#]*))?(?:\?(?<query>[^#]*))?$/
const HOST_FORM = /^(?:\[(?<address>[\da-f:.]+)\]|(?<name>[\w.-]+))(?::(?<port>\d{1,5}))?$/i
const STANDARD_PORTS = { server: 6379, sentinel: 26_379, cluster: 6379 } as const

/** Parses a URL (PROP-35). Returns undefined if it has another form. */
export function parseRedisUrl(url: string): RedisLocation | undefined {
  try {
    const { tls, kind = 'server', user, hosts, path = '', query = '' } = URL_FORM.exec(url)?.groups ?? {}
    if (hosts === undefined || !isKind(kind)) return undefined
    const nodes = hosts.split(',').map((host) => parseNode(host, STANDARD_PORTS[kind]))
    const place = parsePath(kind, path)
    const sentinelCredentials = parseQuery(kind, query)
    if (nodes.includes(undefined) || !place || !sentinelCredentials || (kind === 'server' && nodes.length > 1))
      return undefined
    return {
      kind,
      nodes: nodes.filter((node) => node !== undefined),
      tls: tls === 's',
      credentials: parseCredentials(user ?? ''),
      ...place,
      ...(kind === 'sentinel' ? { sentinelCredentials } : {}),
    }
  } catch {
    // A percent sign without two hexadecimal digits.
    return undefined
  }
}

/** Returns the location in a form that may be shown, without user names and passwords. */
export function describeRedis({ kind, nodes, tls, database, group }: RedisLocation): string {
  const hosts = nodes.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`).join(',')
  const scheme = `redis${tls ? 's' : ''}${kind === 'server' ? '' : `+${kind}`}`
  return [`${scheme}://${hosts}`, ...(group === undefined ? [] : [group]), ...(database === 0 ? [] : [database])].join(
    '/',
  )
}

function isKind(kind: string): kind is RedisLocation['kind'] {
  return Object.hasOwn(STANDARD_PORTS, kind)
}

function parseNode(text: string, standardPort: number): RedisNode | undefined {
  const { address, name, port } = HOST_FORM.exec(text)?.groups ?? {}
  const host = address ?? name
  const number = port === undefined ? standardPort : Number(port)
  return host === undefined || number < 1 || number > 65_535 ? undefined : { host, port: number }
}

function parsePath(kind: RedisLocation['kind'], path: string): Pick<RedisLocation, 'database' | 'group'> | undefined {
  const parts = path.split('/')
  const group = kind === 'sentinel' ? decodeURIComponent(parts.shift() ?? '') : undefined
  const [database = '', ...rest] = parts
  const isCluster = kind === 'cluster'
  if (group === '' || rest.length > 0 || !(isCluster ? /^0?$/ : /^\d{0,5}$/).test(database)) return undefined
  return { database: Number(database), ...(group === undefined ? {} : { group }) }
}

/** Parses `user:password`, or a password alone, like `redis-cli`. */
function parseCredentials(text: string): RedisCredentials {
  const [first = '', ...rest] = text.split(':')
  const username = rest.length > 0 ? decodeURIComponent(first) : ''
  const password = decodeURIComponent(rest.length > 0 ? rest.join(':') : first)
  return { ...(username === '' ? {} : { username }), ...(password === '' ? {} : { password }) }
}

/** Returns undefined if a parameter is unknown. */
function parseQuery(kind: RedisLocation['kind'], query: string): RedisCredentials | undefined {
  const parameters = new URLSearchParams(query)
  const known = kind === 'sentinel' ? ['sentinel_user', 'sentinel_password'] : []
  if ([...parameters.keys()].some((name) => !known.includes(name))) return undefined
  const username = parameters.get('sentinel_user')
  const password = parameters.get('sentinel_password')
  return { ...(username ? { username } : {}), ...(password ? { password } : {}) }
}
