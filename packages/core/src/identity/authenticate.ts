import type { Actor } from '../access/actor.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors/domain-error.ts'
import { epochMsOf, timestampOf } from '../time/timestamp.ts'
import { hashKey } from './hash-key.ts'
import type { PersonalApiKey } from './personal-api-key.ts'

/** Where a credential was found; the refusal names it. */
export type CredentialSource = 'request Authorization header' | 'body' | 'query string'

/** "Last used" is for people who clean up keys: it is written at most this often. */
const TOUCH_INTERVAL_MS = 60_000

/** Finds out whose personal API key this is (flags-api.md section 6). */
export async function authenticateKey(
  ctx: Pick<Context, 'store' | 'clock'>,
  value: string,
  source: CredentialSource = 'request Authorization header',
): Promise<Actor> {
  const secureValue = await hashKey(value)
  const key = await ctx.store.read((tx) => tx.personalApiKeys.findBySecureValue(secureValue))
  if (!key || isExpired(key, ctx.clock())) {
    throw new DomainError(
      'authentication_failed',
      'authentication_failed',
      `Personal API key found in ${source} is invalid.`,
    )
  }
  await touch(ctx, key)
  return { type: 'user', user: key.user, key }
}

/** Finds out which project's secret token this is; undefined when it is nobody's. */
export async function authenticateProjectSecret(
  ctx: Pick<Context, 'store'>,
  secretApiToken: string,
): Promise<Actor | undefined> {
  const project = await ctx.store.read((tx) => tx.projects.findBySecretApiToken(secretApiToken))
  return project && { type: 'project_secret', projectId: project.id }
}

/** The refusal for a token that names no project. */
export function unknownToken(): DomainError {
  return new DomainError('authentication_failed', 'authentication_failed', 'Incorrect authentication credentials.')
}

function isExpired(key: PersonalApiKey, nowMs: number): boolean {
  return key.expiresAt !== null && epochMsOf(key.expiresAt) <= nowMs
}

async function touch(ctx: Pick<Context, 'store' | 'clock'>, key: PersonalApiKey): Promise<void> {
  const now = ctx.clock()
  if (key.lastUsedAt !== null && now - epochMsOf(key.lastUsedAt) < TOUCH_INTERVAL_MS) return
  // A note, not a promise: who is let in must not depend on whether the store takes writes right now.
  await ctx.store.write((tx) => tx.personalApiKeys.touch(key.user.id, key.id, timestampOf(now))).catch(() => undefined)
}
