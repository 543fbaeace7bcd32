import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { DatabaseError } from 'pg'
import { StoreMisconfigured } from './store-misconfigured.ts'

/** The TLS parameters of libpq, in the query of an address. */
export const TLS_PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation'] as const

export type TlsParameters = Readonly<Partial<Record<(typeof TLS_PARAMETERS)[number], string>>>

/** The modes of libpq, and `no-verify` of the driver, which never verifies certificates. */
const MODES = ['disable', 'allow', 'prefer', 'require', 'no-verify', 'verify-ca', 'verify-full'] as const

type SslMode = (typeof MODES)[number]

/** How a connection is encrypted. */
export interface Tls {
  readonly mode: SslMode
  readonly options: ConnectionOptions
}

/**
 * Returns the meaning of the parameters in libpq; the driver would verify certificates in every mode. Returns undefined
 * if there are none: then the driver decides.
 *
 * @throws StoreMisconfigured if a file cannot be read, or the parameters contradict each other
 */
export function readTls(parameters: TlsParameters): Tls | undefined {
  const { sslmode, sslrootcert, ...others } = parameters
  const isImplied = sslrootcert !== undefined || Object.keys(others).length > 0
  const given = sslmode ?? (isImplied ? 'verify-full' : process.env.PGSSLMODE)
  if (given === undefined || given === '') return undefined
  const mode = MODES.find((each) => each === given)
  if (mode === undefined) throw new StoreMisconfigured(`sslmode is "${given}": choose one of ${MODES.join(', ')}.`)
  if (mode === 'disable') return { mode, options: {} }
  const hasRoot = sslrootcert !== undefined && sslrootcert !== 'system'
  if (mode === 'verify-ca' && !hasRoot) {
    throw new StoreMisconfigured(
      'sslmode=verify-ca needs the file of the CA: name it by sslrootcert, or use sslmode=verify-full.',
    )
  }
  const verifies = mode.startsWith('verify-') || (mode === 'require' && hasRoot)
  return {
    mode,
    options: {
      rejectUnauthorized: verifies,
      ...(mode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
      ...(verifies && hasRoot && { ca: readPem('sslrootcert', sslrootcert) }),
      ...(parameters.sslcert && { cert: readPem('sslcert', parameters.sslcert) }),
      ...(parameters.sslkey && { key: readPem('sslkey', parameters.sslkey) }),
    },
  }
}

function readPem(parameter: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException // an error of a system call
    throw new StoreMisconfigured(
      `The file ${path} of ${parameter} cannot be read (${code}): correct its path in the address.`,
      cause,
    )
  }
}

/** The message of the driver if the server does not support TLS. */
const NO_TLS = 'The server does not support SSL connections'

/** A server refused a connection, but may accept it in the other way: with TLS, or without. */
export class TlsRefusal extends Error {
  readonly isEncrypted: boolean
  override readonly cause: Error

  constructor(isEncrypted: boolean, cause: Error) {
    super(cause.message)
    this.isEncrypted = isEncrypted
    this.cause = cause
  }
}

/**
 * Whether the server may accept the connection in the other way. PostgreSQL has one code for all refusals by its
 * `pg_hba.conf`, with a localized message. PgBouncer has one code for all refusals.
 */
export function mayNeedOtherTls(error: Error): boolean {
  return error.message === NO_TLS || (error instanceof DatabaseError && /^(28000|08P01)$/.test(error.code ?? ''))
}

/** Whether the server refused a connection only because it does not support TLS, or requires it. */
export function demandsOtherTls(error: unknown): boolean {
  return error instanceof Error && (error.message === NO_TLS || demandsTls(error))
}

/**
 * Whether the server requires TLS. The message of PostgreSQL ends differently if its `pg_hba.conf` has no entry for the
 * user with TLS either.
 */
export function demandsTls({ message }: Error): boolean {
  return /no encryption$|^SSL required$/.test(message)
}

/** Returns the sentence for a failed handshake; undefined for other errors. */
export function tlsSentence({ message, code = '' }: Error & { readonly code?: string }): string | undefined {
  if (message === NO_TLS) return 'PostgreSQL offers no TLS: turn it on there (ssl = on), or use sslmode=disable.'
  if (code === 'CERT_HAS_EXPIRED') return 'The certificate of PostgreSQL has expired: renew it.'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return 'The certificate of PostgreSQL is for another host: connect by a name that is in it, or use sslmode=verify-ca with sslrootcert.'
  }
  return UNTRUSTED.test(code)
    ? `The certificate of PostgreSQL is not trusted (${message}): name its CA by sslrootcert in the address or by NODE_EXTRA_CA_CERTS, or use sslmode=require, which encrypts without verifying.`
    : undefined
}

const UNTRUSTED =
  /SELF_SIGNED_CERT|^UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)|^CERT_(UNTRUSTED|REJECTED|SIGNATURE)|^INVALID_CA/
