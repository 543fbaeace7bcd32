import { type PackedText, packOnce, packText } from './packed-text.ts'
import { sha1 } from './sha1.ts'

const TWO_TO_28 = 2 ** 28
const TWO_TO_60 = 2 ** 60

const NO_SALT = packText('')
/** What distinguishes the variants of a flag from its rollout. */
export const VARIANT_SALT = packText('variant')

/**
 * How the subjects of a flag are spread, such as over its rollout: each has a place from 0 to 1, both included, which
 * follows from its identifier. Conditions of a flag ask about the same identifier one after the other, and so do
 * callers, so the last place is kept.
 */
export interface Distribution {
  readonly prefix: PackedText
  readonly salt: PackedText
  lastIdentifier: string | undefined
  lastPlace: number
  /** Those that are hashed with it, where several are at once; null: it is hashed by itself. */
  group: HashedTogether | null | undefined
}

/** Distributions of one snapshot that are hashed at once. */
export interface HashedTogether {
  /** The number of the snapshot: flags outlive one, and nothing of it should stay with them. */
  readonly snapshot: number
  /** Finds the place of an identifier in all of them; false where that takes as long one by one. */
  find(identifier: string): boolean
  dissolve(): void
}

/** Hashes for several flags at once; see `simdHashing`. */
export interface HashAhead {
  /** Finds the place of an identifier in a distribution, and in others that may be asked next; false when it did not. */
  find(identifier: string, distribution: Distribution): boolean
}

/** Begins anew for each snapshot; undefined where it cannot run. */
export type HashingEngine = () => HashAhead | undefined

let ahead: HashAhead | undefined

/** From now on, and until it is called with undefined, one subject's places in many distributions are asked for. */
export function hashAhead(hashing: HashAhead | undefined): void {
  ahead = hashing
}

/** The distribution of those that are found by hashing an identifier between a prefix and a salt. */
export function distribution(prefix: PackedText, salt = NO_SALT): Distribution {
  return { prefix, salt, lastIdentifier: undefined, lastPlace: Number.NaN, group: undefined }
}

/** Where an identifier has its place in a distribution. */
export function hashedPlace(identifier: string, distribution: Distribution): number {
  if (identifier === distribution.lastIdentifier) return distribution.lastPlace
  if (distribution.group === null || !ahead?.find(identifier, distribution)) {
    distribution.lastPlace = fraction(distribution.prefix, packOnce(identifier), distribution.salt)
    distribution.lastIdentifier = identifier
  }
  return distribution.lastPlace
}

/**
 * The first 60 bits of the SHA-1 digest of `prefix + identifier + salt` as a fraction of 2^60 (EVAL-6, EVAL-8,
 * EVAL-15): every PostHog SDK and server puts the same subject at the same place.
 */
export function hashFraction(prefix: string, identifier: string, salt: string): number {
  return fraction(packText(prefix), packText(identifier), packText(salt))
}

function fraction(prefix: PackedText, identifier: PackedText, salt: PackedText): number {
  const words = sha1(prefix, identifier, salt)
  // Two words, and both exist: a digest has five.
  return fractionOf(words[0] as number, words[1] as number)
}

/** The first 60 bits of two words as a fraction of 2^60. */
export function fractionOf(high: number, low: number): number {
  // The sum is rounded to a double exactly as reading 15 hexadecimal digits into one would round it.
  return ((high >>> 0) * TWO_TO_28 + (low >>> 4)) / TWO_TO_60
}

/** Whether an identifier is in a share of all. 0 holds nobody, 1 everybody, and neither costs a hash. */
export function isInShare(share: number, distribution: Distribution, identifier: string): boolean {
  if (share >= 1) return true
  return share > 0 && identifier !== '' && hashedPlace(identifier, distribution) <= share
}
