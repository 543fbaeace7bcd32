import type { Actor } from '../../data/records/actor.ts'
import type { PersonalApiKey } from '../../data/records/personal-api-key.ts'
import { TOKEN_PREFIXES } from '../../data/records/project.ts'
import type { Transaction } from '../../data/store.ts'
import { DomainError } from '../../foundation/errors/domain-error.ts'
import { epochMsOf, timestampOf } from '../../foundation/time/timestamp.ts'
import type { Context } from '../../runtime/context.ts'
import { hashKey } from './hash-key.ts'

/** Where a credential was found; the refusal names it. */
export type CredentialSource = 'request Authorization header' | 'X-API-Key header' | 'body' | 'request query string'

/** "Last used" is for people who clean up keys: it is written at most this often. */
const NOTE_INTERVAL_MS = 60_000

/** Finds out whose personal API key this is (KEY-3 to KEY-5). */
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

/** Finds out which project's secret token this is. */
export async function authenticateProjectSecret(ctx: Pick<Context, 'store'>, secretApiToken: string): Promise<Actor> {
  const project = await ctx.store.read((tx) => tx.projects.findBySecretApiToken(secretApiToken))
  if (!project) throw unknownToken()
  return { type: 'project_secret', projectId: project.id }
}

/**
 * The refusal for a token that names no project. A key in its place, which is a common mistake, is named by its prefix
 * alone (HTTP-115).
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

/** Refuses a caller whose key has expired, also one that was let in a moment ago. */
export function refuseExpired(ctx: Pick<Context, 'clock'>, actor: Actor, source?: CredentialSource): void {
  const expiresAt = actor.type === 'user' ? (actor.key?.expiresAt ?? null) : null
  if (expiresAt !== null && epochMsOf(expiresAt) <= ctx.clock()) throw invalidKey(source)
}

function invalidKey(source: CredentialSource = 'request Authorization header'): DomainError {
  return new DomainError('authentication_failed', `Personal API key found in ${source} is invalid.`)
}

/** The refusal of what is no key: who has taken a token of a project for one is told so, by its prefix alone (KEY-4). */
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

/** Nobody waits for this: who is let in must not depend on whether the store takes writes right now. */
function noteUse(ctx: Pick<Context, 'store' | 'clock'>, key: PersonalApiKey): void {
  const now = ctx.clock()
  // Either way: a clock that was set forth has left a time of the future behind (OUT-10).
  if (key.lastUsedAt !== null && Math.abs(now - epochMsOf(key.lastUsedAt)) < NOTE_INTERVAL_MS) return
  const lastUsedAt = timestampOf(now)
  const note = async (tx: Transaction) => {
    // The user first: see `UserTable.lock`.
    await tx.users.touch(key.user.id, lastUsedAt)
    await tx.personalApiKeys.touch(key.user.id, key.id, lastUsedAt)
  }
  void ctx.store.write(note).catch(() => undefined)
}
