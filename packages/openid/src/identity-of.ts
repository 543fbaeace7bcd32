import type { sessions } from '@flagdeck/core/operations'
import { OpenIdFailure } from '@flagdeck/http'
import type { IDToken, TokenEndpointResponse, TokenEndpointResponseHelpers, UserInfoResponse } from 'openid-client'
import type { Connection } from './provider-connection.ts'

type Claims = Pick<IDToken, 'iss' | 'sub'> &
  Pick<UserInfoResponse, 'email' | 'email_verified' | 'name' | 'given_name' | 'family_name'>

/**
 * Returns the provider's claims about a user, from the signed ID token. If the token contains no address, the claims of
 * the userinfo endpoint are added.
 * @param trustsUnmarkedEmail whether an address without `email_verified` counts as verified. If so, a token without it
 *   is not enough: the endpoint is read too, and may report that the address is not verified
 */
export async function claimsWithEmail(
  { client, configuration }: Connection,
  tokens: TokenEndpointResponse & TokenEndpointResponseHelpers,
  trustsUnmarkedEmail = false,
): Promise<Claims> {
  const claims = tokens.claims()
  if (!claims) throw new OpenIdFailure('provider_answer', 'The provider has sent no ID token.')
  const token = claims as Claims // `identityOf` drops values that are not text
  const isSaid = claims.email !== undefined && (claims.email_verified !== undefined || !trustsUnmarkedEmail)
  if (isSaid || configuration.serverMetadata().userinfo_endpoint === undefined) return token
  const said = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
  const { email_verified } = said
  // The address of the signed token takes precedence.
  if (claims.email !== undefined) return email_verified === undefined ? token : { ...token, email_verified }
  return { ...token, ...said, iss: claims.iss, sub: claims.sub }
}

/** @param trustsUnmarkedEmail whether an address without `email_verified` counts as verified */
export function identityOf(claims: Claims, trustsUnmarkedEmail = false): sessions.OpenIdIdentity {
  const { iss: issuer, sub: subject, email, email_verified: said = trustsUnmarkedEmail } = claims
  return {
    issuer,
    subject,
    email: typeof email === 'string' ? email : null,
    // Some providers send the text "true". The standard requires a boolean, so text does not count.
    isEmailVerified: said === true,
    ...namesOf(claims),
  }
}

function namesOf({ given_name: given, family_name: family, name }: Claims) {
  const [firstName, lastName] = [textOf(given), textOf(family)]
  return firstName === '' && lastName === '' ? { firstName: textOf(name), lastName } : { firstName, lastName }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
