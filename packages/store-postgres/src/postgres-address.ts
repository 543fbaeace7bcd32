import type { ClientConfig } from 'pg'
import { demandsOtherTls, readTls, TLS_PARAMETERS, type Tls, type TlsParameters, TlsRefusal } from './postgres-tls.ts'
import { StoreMisconfigured } from './store-misconfigured.ts'

/**
 * With `allow` or `prefer`, new connections start with the second way for this time after the server refused the first.
 */
const SECOND_WAY_MS = 60_000

/** The parsed connection string of a store. */
export class PostgresAddress {
  /** Whether the address declares a pooler, in Prisma's notation: `?pgbouncer=true`. */
  readonly isPooled: boolean
  readonly #connectionString: string
  readonly #parameters: TlsParameters
  /** Null if the driver decides. */
  #tls: Tls | null | undefined
  /** On the clock of `performance`. It only saves attempts: every refused connection is tried in the other way. */
  #secondWayUntil = 0

  /** @throws TypeError if `connectionString` is not a URL of PostgreSQL (EMBED-23) */
  constructor(connectionString: string | undefined) {
    // The driver would connect to this machine instead, or to a host that is not in the address.
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
    // Connections within a machine are not encrypted, as in libpq.
    this.#parameters = isSocket(rest) ? { sslmode: 'disable' } : tls
  }

  /** Returns the part of a client's configuration that depends on the address. Call it inside `connecting`. */
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
   * Runs `connect`, which connects a PostgresClient with `config`. If `sslmode` allows connections with and without
   * TLS, and the server refuses one way, it runs again in the other way (PG-22).
   *
   * @throws StoreMisconfigured if parameters for TLS are wrong
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

  /**
   * Reads from the refusal whether that connection was encrypted. A concurrent connection may have changed the way of
   * new connections.
   */
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

/** Whether the host of an address is the folder of a Unix socket. */
function isSocket(url: string): boolean {
  return /[?&]host=(\/|%2f)|^postgres(ql)?:\/\/([^/?]*@)?%2f/i.test(url)
}

/**
 * Refuses unknown TLS parameters. The driver ignores them, so a misspelt one would leave the connection unencrypted
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

/** Removes parameters from a URL. The rest is not encoded again, because passwords can be encoded in several ways. */
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
