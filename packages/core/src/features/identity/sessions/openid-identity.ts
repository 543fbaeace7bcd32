import type { MembershipLevel } from '../../../data/records/membership.ts'
import { emailAddressOf } from '../../../foundation/validation/email-address.ts'

/**
 * The claims of a provider about the user who signs in there. The caller has already verified that they are from the
 * provider.
 */
export interface OpenIdIdentity {
  readonly issuer: string
  readonly subject: string
  /** Null if the provider does not report it. */
  readonly email: string | null
  readonly isEmailVerified: boolean
  readonly firstName: string
  readonly lastName: string
}

/** New members whose address is sufficient, without an invitation. */
export interface OpenIdNewcomers {
  /** The part of addresses after the @, in lower case. */
  readonly domains: readonly string[]
  readonly level: MembershipLevel
}

/**
 * Why a user of a provider is refused: the address is not verified there, belongs to no member, or belongs to a user
 * with another account at the same provider.
 */
export type OpenIdRefusal = 'unverified' | 'no_member' | 'other_account'

/** More than OpenID Connect permits for a subject, and longer than names are. */
const MAX_LENGTH = 255

/** Returns the identity in a form that can be stored; undefined if the subject is invalid. */
export function keptIdentity(identity: OpenIdIdentity): OpenIdIdentity | undefined {
  const { subject, email } = identity
  if (subject === '' || subject.length > MAX_LENGTH || plain(subject) !== subject) return undefined
  return {
    ...identity,
    email: email === null ? null : (emailAddressOf(email) ?? null),
    firstName: plain(identity.firstName).slice(0, 200).trim(),
    lastName: plain(identity.lastName).slice(0, 200).trim(),
  }
}

function plain(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}
