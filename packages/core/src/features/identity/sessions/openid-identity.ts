import type { MembershipLevel } from '../../../data/records/membership.ts'
import { emailAddressOf } from '../../../foundation/validation/email-address.ts'

/** What a provider says of whoever signs in there; whether it is the provider that says so has been checked. */
export interface OpenIdIdentity {
  readonly issuer: string
  readonly subject: string
  /** null: it does not say. */
  readonly email: string | null
  readonly isEmailVerified: boolean
  readonly firstName: string
  readonly lastName: string
}

/** Who becomes a member by an address alone, without an invitation. */
export interface OpenIdNewcomers {
  /** What addresses have behind the @, in lower case. */
  readonly domains: readonly string[]
  readonly level: MembershipLevel
}

/**
 * Why somebody whom a provider knows is not let in: the address is not verified there, is of nobody who is a member here,
 * or is of a user with another account at the same provider.
 */
export type OpenIdRefusal = 'unverified' | 'no_member' | 'other_account'

/** More than OpenID Connect lets a subject be, and more than names are. */
const MAX_LENGTH = 255

/** The identity as a store can keep it; undefined where the provider did not keep to what it may say. */
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
