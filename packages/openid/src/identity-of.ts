import type { sessions } from '@flagdeck/core/operations'
import { OpenIdFailure } from '@flagdeck/http'
import type { IDToken, TokenEndpointResponse, TokenEndpointResponseHelpers, UserInfoResponse } from 'openid-client'
import type { Connection } from './provider-connection.ts'

type Claims = Pick<IDToken, 'iss' | 'sub'> &
  Pick<UserInfoResponse, 'email' | 'email_verified' | 'name' | 'given_name' | 'family_name'>

/**
 * What the provider says of a person: in the token that it signs, or where it says the address elsewhere, there too.
 * @param trustsUnmarkedEmail whether silence about an address counts: it is silence only if nothing is said elsewhere either
 */
export async function claimsWithEmail(
  { client, configuration }: Connection,
  tokens: TokenEndpointResponse & TokenEndpointResponseHelpers,
  trustsUnmarkedEmail = false,
): Promise<Claims> {
  const claims = tokens.claims()
  if (!claims) throw new OpenIdFailure('provider_answer', 'The provider has sent no ID token.')
  const token = claims as Claims // text where it should be, or left out by `identityOf`
  const isSaid = claims.email !== undefined && (claims.email_verified !== undefined || !trustsUnmarkedEmail)
  if (isSaid || configuration.serverMetadata().userinfo_endpoint === undefined) return token
  const said = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
  const { email_verified } = said
  // The address that is signed stays.
  if (claims.email !== undefined) return email_verified === undefined ? token : { ...token, email_verified }
  return { ...token, ...said, iss: claims.iss, sub: claims.sub }
}

/** @param trustsUnmarkedEmail whether an address counts as verified of which nothing is said */
export function identityOf(claims: Claims, trustsUnmarkedEmail = false): sessions.OpenIdIdentity {
  const { iss: issuer, sub: subject, email, email_verified: said = trustsUnmarkedEmail } = claims
  return {
    issuer,
    subject,
    email: typeof email === 'string' ? email : null,
    // Some say it as text; "true" is not what the standard has, and not what counts.
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
