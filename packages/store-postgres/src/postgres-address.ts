import type { ClientConfig } from 'pg'
import { demandsOtherTls, readTls, TLS_PARAMETERS, type Tls, type TlsParameters, TlsRefusal } from './postgres-tls.ts'
import { StoreMisconfigured } from './store-misconfigured.ts'

/** How long new connections begin with the way that `allow` and `prefer` try second, after the server refused the first. */
const SECOND_WAY_MS = 60_000

/** What the connection string of a store means. */
export class PostgresAddress {
  /** Whether the address declares a pooler, in Prisma's notation: `?pgbouncer=true`. */
  readonly isPooled: boolean
  readonly #connectionString: string
  readonly #parameters: TlsParameters
  /** Null when the driver decides. */
  #tls: Tls | null | undefined
  /** On the clock of `performance`. This only saves attempts: every connection that is refused is tried the other way. */
  #secondWayUntil = 0

  /** @throws TypeError when `connectionString` is none of PostgreSQL (EMBED-23) */
  constructor(connectionString: string | undefined) {
    // The driver would connect to this machine instead, or to a host that the address does not name.
    if (connectionString === undefined || !/^postgres(ql)?:\/\//.test(connectionString)) {
      throw new TypeError(
        'PostgreSQL is reached by postgres://USER:PASSWORD@HOST:PORT/NAME: give that as text, or as connectionString.',
      )
    }
    const { rest, values } = takeParameters(connectionString, ['pgbouncer', 'uselibpqcompat', ...TLS_PARAMETERS])
    const { pgbouncer, uselibpqcompat: _, ...tls } = values
    refuseUnknownTls(rest)
    this.isPooled = pgbouncer === 'true'
    this.#connectionString = rest
    // As in libpq: nothing is encrypted within a machine.
    this.#parameters = isSocket(rest) ? { sslmode: 'disable' } : tls
  }

  /** The part of a client's configuration that the address decides, inside `connecting`. */
  config(): Pick<ClientConfig, 'connectionString' | 'ssl' | 'sslnegotiation'> {
    const { sslnegotiation } = this.#parameters
    const isEncrypted = this.#isEncrypted()
    return {
      connectionString: this.#connectionString,
      ...(this.#tls && { ssl: isEncrypted && this.#tls.options }),
      ...(isEncrypted && sslnegotiation === 'direct' && { sslnegotiation }),
    }
  }

  /**
   * Runs `connect`, which connects a PostgresClient with `config`. Where `sslmode` allows connections with and without TLS
   * and the server refuses one, it runs again in the other way (PG-22).
   *
   * @throws StoreMisconfigured when parameters for TLS are wrong
   */
  async connecting<T>(connect: () => Promise<T>): Promise<T> {
    if (this.#tls === undefined) this.#tls = readTls(this.#parameters) ?? null
    try {
      return await connect()
    } catch (error) {
      if (!(error instanceof TlsRefusal)) throw error
      return this.#connectOtherwise(error, connect)
    }
  }

  /** The refusal reports how it was connected: others may have changed the way of new connections meanwhile. */
  async #connectOtherwise<T>({ isEncrypted, cause }: TlsRefusal, connect: () => Promise<T>): Promise<T> {
    const mode = this.#tls?.mode
    if (mode !== 'allow' && mode !== 'prefer') throw cause
    const isFirstWay = isEncrypted === (mode === 'prefer')
    this.#secondWayUntil = isFirstWay ? performance.now() + SECOND_WAY_MS : 0
    try {
      return await connect()
    } catch (thrown) {
      const error = thrown instanceof TlsRefusal ? thrown.cause : thrown
      throw demandsOtherTls(error) ? cause : error
    }
  }

  #isEncrypted(): boolean {
    const isSecondWay = performance.now() < this.#secondWayUntil
    switch (this.#tls?.mode) {
      case 'disable':
        return false
      case 'allow':
        return isSecondWay
      case 'prefer':
        return !isSecondWay
      default:
        return true
    }
  }
}

/** Whether an address names the folder of a Unix socket as its host. */
function isSocket(url: string): boolean {
  return /[?&]host=(\/|%2f)|^postgres(ql)?:\/\/([^/?]*@)?%2f/i.test(url)
}

/**
 * Refuses unknown parameters about TLS. The driver ignores them, so a misspelt one would leave the connection unencrypted
 * (PG-20).
 * @throws StoreMisconfigured
 */
function refuseUnknownTls(url: string): void {
  const parameters = new URLSearchParams(url.split('?').slice(1).join('?'))
  const unknown = [...parameters.keys()].find((name) => /^ssl./i.test(name))
  if (unknown === undefined) return
  throw new StoreMisconfigured(
    `"${unknown}" is no parameter of an address of PostgreSQL: those for TLS are ${TLS_PARAMETERS.join(', ')}.`,
  )
}

/** Takes parameters out of a URL. The rest stays as it is, to the letter: passwords may be encoded in several ways. */
function takeParameters<Name extends string>(
  url: string,
  names: readonly Name[],
): { readonly rest: string; readonly values: Readonly<Partial<Record<Name, string>>> } {
  const [base = '', ...query] = url.split('?')
  const values: Partial<Record<Name, string>> = {}
  const others = query
    .join('?')
    .split('&')
    .filter((pair) => {
      const [[key, value] = ['', '']] = new URLSearchParams(pair)
      const name = names.find((each) => each === key)
      if (name !== undefined) values[name] = value
      return name === undefined && pair !== ''
    })
  return { rest: [base, others.join('&')].filter((part) => part !== '').join('?'), values }
}
