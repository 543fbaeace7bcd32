/** What the connection string of a store means. */
export interface PostgresAddress {
  /** The string for the driver, without the parameters that only we know. */
  readonly connectionString: string
  /** Whether the address declares a pooler, in Prisma's notation: `?pgbouncer=true`. */
  readonly isPooled: boolean
}

/** Reads a connection string. @throws TypeError when it is none (EMBED-23) */
export function postgresAddress(connectionString: string | undefined): PostgresAddress {
  // The driver would connect to this machine instead, or to a host of which nobody spoke.
  if (!/^postgres(ql)?:\/\//.test(connectionString ?? '')) {
    throw new TypeError(
      'PostgreSQL is reached by postgres://USER:PASSWORD@HOST:PORT/NAME: give that as text, or as connectionString.',
    )
  }
  const { rest, values } = withoutParameters(connectionString ?? '', ['pgbouncer'])
  return { connectionString: rest, isPooled: values.pgbouncer === 'true' }
}

/** Takes parameters out of a URL. The rest stays as it is, to the letter: passwords may be encoded in several ways. */
function withoutParameters<Name extends string>(
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
