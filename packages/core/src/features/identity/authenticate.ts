import type { Actor } from '../../data/records/actor.ts'
import type { PersonalApiKey } from '../../data/records/personal-api-key.ts'
import { TOKEN_PREFIXES } from '../../data/records/project.ts'
import type { Transaction } from '../../data/store.ts'
import { DomainError } from '../../foundation/errors/domain-error.ts'
import { epochMsOf, timestampOf } from '../../foundation/time/timestamp.ts'
import type { Context } from '../../runtime/context.ts'
import { hashKey } from './hash-key.ts'

/** The place of a credential in the request, which error messages name. */
export type CredentialSource = 'request Authorization header' | 'X-API-Key header' | 'body' | 'request query string'

/** The last use is shown to users who clean up keys. It is written at most this often. */
const NOTE_INTERVAL_MS = 60_000

/** Returns the user of a personal API key as the actor (KEY-3 to KEY-5). */
export async function authenticateKey(
  ctx: Pick<Context, 'store' | 'clock'>,
  value: string,
  source?: CredentialSource,
): Promise<Actor> {
  const secureValue = await hashKey(value)
  const key = await ctx.store.read((tx) => tx.personalApiKeys.findBySecureValue(secureValue))
  if (!key) throw noKey(value, source)
  const actor: Actor = { type: 'user', user: key.user, key }
  refuseExpired(ctx, actor, source)
  noteUse(ctx, key)
  return actor
}

/** Returns the project of a secret token as the actor. */
export async function authenticateProjectSecret(ctx: Pick<Context, 'store'>, secretApiToken: string): Promise<Actor> {
  const project = await ctx.store.read((tx) => tx.projects.findBySecretApiToken(secretApiToken))
  if (!project) throw unknownToken()
  return { type: 'project_secret', projectId: project.id }
}

/**
 * Returns the error for an unknown project token. A key in its place is a common mistake, and is named only by its
 * prefix (HTTP-115).
 */
export function unknownToken(token = ''): DomainError {
  const other = NO_PUBLIC_TOKENS.find(({ prefix }) => token.startsWith(prefix))
  const detail = other && `The token is ${other.what}: send the project's public token (phc_…) instead.`
  return new DomainError('authentication_failed', detail ?? 'Incorrect authentication credentials.')
}

const NO_PUBLIC_TOKENS = [
  { prefix: 'phx_', what: 'a personal API key (phx_…)' },
  { prefix: TOKEN_PREFIXES.secretApiToken, what: "a project's secret token (phs_…)" },
] as const

/** Refuses callers whose key has expired, even if the key was accepted a moment ago. */
export function refuseExpired(ctx: Pick<Context, 'clock'>, actor: Actor, source?: CredentialSource): void {
  const expiresAt = actor.type === 'user' ? (actor.key?.expiresAt ?? null) : null
  if (expiresAt !== null && epochMsOf(expiresAt) <= ctx.clock()) throw invalidKey(source)
}

function invalidKey(source: CredentialSource = 'request Authorization header'): DomainError {
  return new DomainError('authentication_failed', `Personal API key found in ${source} is invalid.`)
}

/**
 * Returns the error for a value that is not a key. A project token in its place is named only by its prefix (KEY-4).
 */
function noKey(value: string, source: CredentialSource = 'request Authorization header'): DomainError {
  const token = PROJECT_TOKENS.find(({ prefix }) => value.startsWith(prefix))
  if (!token) return invalidKey(source)
  const detail = `The ${source} has ${token.what}: send a personal API key (phx_…) instead.`
  return new DomainError('authentication_failed', detail)
}

const PROJECT_TOKENS = [
  { prefix: TOKEN_PREFIXES.apiToken, what: "a project's public token (phc_…), which SDKs use to evaluate flags" },
  {
    prefix: TOKEN_PREFIXES.secretApiToken,
    what: "a project's secret token (phs_…), which server SDKs use to read definitions",
  },
] as const

/** Runs in the background: authentication must not depend on whether the store is writable. */
function noteUse(ctx: Pick<Context, 'store' | 'clock'>, key: PersonalApiKey): void {
  const now = ctx.clock()
  // The absolute value is compared, because a clock that ran ahead may have stored a time in the future (OUT-10).
  if (key.lastUsedAt !== null && Math.abs(now - epochMsOf(key.lastUsedAt)) < NOTE_INTERVAL_MS) return
  const lastUsedAt = timestampOf(now)
  const note = async (tx: Transaction) => {
    // The user is locked first: see `UserTable.lock`.
    await tx.users.touch(key.user.id, lastUsedAt)
    await tx.personalApiKeys.touch(key.user.id, key.id, lastUsedAt)
  }
  void ctx.store.write(note).catch(() => undefined)
}
