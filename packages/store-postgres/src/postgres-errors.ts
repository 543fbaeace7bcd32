import { StoreUnavailable } from '@flagdeck/core'
import { SerializationFailure, UniqueViolation } from '@flagdeck/core/store'
import { NotMigrated, uniqueConstraintNamed } from '@flagdeck/store-sql'
import { DatabaseError } from 'pg'
import { demandsTls, tlsSentence } from './postgres-tls.ts'
import { StoreMisconfigured } from './store-misconfigured.ts'

/** The connection broke before or during its use. The same call may succeed on another one. */
export class ConnectionLost extends StoreUnavailable {}

/** The connection was broken before the transaction started, so none of its statements had an effect. */
export class NeverBegun extends ConnectionLost {}

/** The meaning of a PostgreSQL error. */
export interface Diagnosis {
  /** The error to throw: one of the store's errors if one applies, else the cause. */
  readonly error: unknown
  /** Whether the connection must not be used again. */
  readonly broken: boolean
}

type Rule = readonly [code: RegExp, diagnose: (cause: DatabaseError) => Diagnosis]

const RULES: readonly Rule[] = [
  [/^23505$/, (cause) => sound(violationFrom(cause))],
  // 23503: a row that `work` has read was deleted concurrently. A retry of `work` will notice.
  [/^(40001|40P01|23503)$/, (cause) => sound(new SerializationFailure(cause))],
  // A statement that divides by the number of rows it changed: it changed none, although the row was locked.
  [/^22012$/, (cause) => sound(new SerializationFailure(cause))],
  // The schema was migrated, or a pooler changed the session. A new connection prepares its statements itself.
  [/^(0A000|26000|42P05)$/, (cause) => gone(new SerializationFailure(cause))],
  [/^57014$/, unavailable('PostgreSQL took too long to answer.')],
  [/^55P03$/, unavailable('PostgreSQL took too long to give out a lock.')],
  [/^53100$/, unavailable('The disk of the PostgreSQL server is full: make room, and writes work again.')],
  [/^53300$/, unavailable('PostgreSQL has no connection left: raise its max_connections, or use fewer.')],
  [/^(53|58)/, unavailable('PostgreSQL is out of resources.')],
  [/^25006$/, (cause) => gone(new StoreUnavailable('PostgreSQL is read-only here: connect to the primary.', cause))],
  [/^42501$/, (cause) => sound(new StoreMisconfigured(deniedSentence(cause), cause))],
  [/^(28|08P01$)/, (cause) => gone(refused(cause))],
  [/^3D000$/, (cause) => gone(noSuchDatabase(cause))],
  [/^42P01$/, (cause) => sound(new NotMigrated(cause))],
  [
    /^(08|57P|25P03)/,
    (cause) => gone(new ConnectionLost(`PostgreSQL closed the connection: ${cause.message}.`, cause)),
  ],
]

/** Returns the meaning of an error of a statement or a connection attempt. */
export function diagnose(cause: unknown): Diagnosis {
  if (cause instanceof DatabaseError) {
    const [, rule] = RULES.find(([code]) => code.test(cause.code ?? '')) ?? []
    return rule ? rule(cause) : sound(cause)
  }
  // Errors that are neither from the server nor a mistake of the caller are failures of the socket.
  if (!(cause instanceof Error) || cause instanceof TypeError) return sound(cause)
  const sentence = tlsSentence(cause)
  if (sentence) return gone(new StoreMisconfigured(sentence, cause))
  if (cause.message === 'Query read timeout') return gone(new StoreUnavailable('PostgreSQL does not answer.', cause))
  return gone(new ConnectionLost(`PostgreSQL cannot be reached: ${cause.message || String(cause)}`, cause))
}

/** The messages of the driver and its pool if no connection was available in time. */
const CONNECT_TIMEOUTS = [
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
]

/** Returns the error to throw if there is no connection. It is never a ConnectionLost, because nothing was sent. */
export function connectError(cause: unknown): StoreUnavailable {
  const error = cause instanceof StoreUnavailable ? cause : diagnose(cause).error
  if (error instanceof StoreUnavailable && !(error instanceof ConnectionLost)) return error
  const { message } = cause as Error
  if (CONNECT_TIMEOUTS.includes(message)) return new StoreUnavailable('PostgreSQL gave no connection in time.', cause)
  return new StoreUnavailable(`PostgreSQL cannot be reached: ${message || String(cause)}.`, cause)
}

/** Returns the error for a log-in that PostgreSQL or a pooler refused. */
function refused(cause: DatabaseError): StoreUnavailable {
  const { code = '', message } = cause
  if (demandsTls(cause)) {
    return new StoreMisconfigured(
      'PostgreSQL accepts encrypted connections only: add sslmode=require to the address.',
      cause,
    )
  }
  const [, parameter] = /^unsupported startup parameter(?: in options)?: (\S+)/.exec(message) ?? []
  if (parameter !== undefined) {
    return new StoreMisconfigured(
      `The pooler refuses the parameter "${parameter}": take it out of the address, and set it for the user by "alter role".`,
      cause,
    )
  }
  // PgBouncer uses one code for all refusals, so the message decides.
  if (/^no such database|^database .* does not exist$/.test(message)) return noSuchDatabase(cause)
  if (/authentication failed|^no such user|^login (failed|rejected)/.test(message) && !code.startsWith('28')) {
    return new StoreUnavailable(`The pooler refuses the log-in: ${message}.`, cause)
  }
  return code.startsWith('28')
    ? new StoreUnavailable(`PostgreSQL refuses the log-in: ${message}.`, cause)
    : new ConnectionLost(`PostgreSQL closed the connection: ${message}.`, cause)
}

function noSuchDatabase(cause: DatabaseError): StoreUnavailable {
  return new StoreUnavailable(`PostgreSQL has no such database: ${cause.message}.`, cause)
}

function deniedSentence({ message }: DatabaseError): string {
  return `PostgreSQL refuses a statement (${message}): let the user that is in the address own the tables, or grant it the right.`
}

function violationFrom(cause: DatabaseError): unknown {
  const constraint = uniqueConstraintNamed(cause.constraint)
  return constraint ? new UniqueViolation(constraint, cause) : cause
}

function unavailable(sentence: string): (cause: DatabaseError) => Diagnosis {
  return (cause) => sound(new StoreUnavailable(sentence, cause))
}

function sound(error: unknown): Diagnosis {
  return { error, broken: false }
}

function gone(error: unknown): Diagnosis {
  return { error, broken: true }
}
