import { people, type sessions } from '@flagdeck/core/operations'
import type { OpenIdSignIn } from '@flagdeck/http'
import type { Logger } from './logging/logger.ts'
import { openIdOf } from './settings/openid-settings.ts'
import type { Settings } from './settings/settings.ts'

/**
 * Returns sign-in at the configured provider. Without a provider the code is not loaded; it contacts the provider at
 * the first sign-in.
 */
export async function openOpenId(settings: Settings, logger: Logger): Promise<OpenIdSignIn | undefined> {
  const openId = openIdOf(settings)
  if (openId === null) return undefined
  const { allowedDomains: domains, ...client } = openId
  const { openIdProvider } = await import('@flagdeck/openid')
  const onError = (error: Error) =>
    logger.warn({ err: error }, 'a user could not be signed in with the OpenID provider')
  const onRefusal = (refusal: sessions.OpenIdRefusal) =>
    logger.info({ refusal }, 'a user signed in with the OpenID provider, but is not allowed in')
  const newcomers = domains.length === 0 ? null : { domains, level: people.MEMBERSHIP_LEVELS.member }
  return { provider: openIdProvider({ ...client, onError }), newcomers, onRefusal }
}
