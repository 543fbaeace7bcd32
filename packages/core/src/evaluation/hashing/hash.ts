import { type PackedText, packOnce, packText } from './packed-text.ts'
import { sha1 } from './sha1.ts'

const TWO_TO_28 = 2 ** 28
const TWO_TO_60 = 2 ** 60

const NO_SALT = packText('')
/** Distinguishes the variants of a flag from its rollout. */
export const VARIANT_SALT = packText('variant')

/**
 * The distribution of the subjects of a flag, for example over its rollout. Each identifier has a position from 0 to 1,
 * both inclusive. Conditions of a flag, and callers, use the same identifier several times in a row, so the last
 * position is cached.
 */
export interface Distribution {
  readonly prefix: PackedText
  readonly salt: PackedText
  lastIdentifier: string | undefined
  lastPlace: number
  /** The distributions that are hashed in one pass with this one; null: it is hashed separately. */
  group: HashedTogether | null | undefined
}

/** Distributions of one snapshot that are hashed in one pass. */
export interface HashedTogether {
  /** The number of the snapshot: flags outlive snapshots, and must not keep them in memory. */
  readonly snapshot: number
  /** Computes the positions of an identifier in all of them; false if separate hashing is as fast. */
  find(identifier: string): boolean
  dissolve(): void
}

/** Hashes for several flags in one pass; see `simdHashing`. */
export interface HashAhead {
  /**
   * Computes the position of an identifier in a distribution, and in others that may be needed next; false if it did
   * not.
   */
  find(identifier: string, distribution: Distribution): boolean
}

/** Returns a new instance for each snapshot; undefined if the runtime does not support it. */
export type HashingEngine = () => HashAhead | undefined

let ahead: HashAhead | undefined

/** Enables hashing ahead for one subject in many distributions, until it is called with undefined. */
export function hashAhead(hashing: HashAhead | undefined): void {
  ahead = hashing
}

/** Returns the distribution of identifiers that are hashed between a prefix and a salt. */
export function distribution(prefix: PackedText, salt = NO_SALT): Distribution {
  return { prefix, salt, lastIdentifier: undefined, lastPlace: Number.NaN, group: undefined }
}

/** Returns the position of an identifier in a distribution. */
export function hashedPlace(identifier: string, distribution: Distribution): number {
  if (identifier === distribution.lastIdentifier) return distribution.lastPlace
  if (distribution.group === null || !ahead?.find(identifier, distribution)) {
    distribution.lastPlace = fraction(distribution.prefix, packOnce(identifier), distribution.salt)
    distribution.lastIdentifier = identifier
  }
  return distribution.lastPlace
}

/**
 * Returns the first 60 bits of the SHA-1 digest of `prefix + identifier + salt` as a fraction of 2^60 (EVAL-6, EVAL-8,
 * EVAL-15). Every PostHog SDK and server computes the same position for a subject.
 */
export function hashFraction(prefix: string, identifier: string, salt: string): number {
  return fraction(packText(prefix), packText(identifier), packText(salt))
}

function fraction(prefix: PackedText, identifier: PackedText, salt: PackedText): number {
  const words = sha1(prefix, identifier, salt)
  // Both words exist: a digest has five.
  return fractionOf(words[0] as number, words[1] as number)
}

/** Returns the first 60 bits of two words as a fraction of 2^60. */
export function fractionOf(high: number, low: number): number {
  // The sum is rounded to a double exactly like a number that is parsed from 15 hexadecimal digits.
  return ((high >>> 0) * TWO_TO_28 + (low >>> 4)) / TWO_TO_60
}

/** Whether an identifier is in a share of all. 0 contains none and 1 all; neither needs a hash. */
export function isInShare(share: number, distribution: Distribution, identifier: string): boolean {
  if (share >= 1) return true
  return share > 0 && identifier !== '' && hashedPlace(identifier, distribution) <= share
}
