import { type PackedText, packOnce, packText } from './packed-text.ts'
import { sha1 } from './sha1.ts'

const TWO_TO_28 = 2 ** 28
const TWO_TO_60 = 2 ** 60

/** Where an identifier falls in a distribution: a number from 0 to 1, both included. */
export type Hash = (identifier: string) => number

/**
 * The hash of one distribution, such as that of a flag's rollout. Conditions of a flag ask for the same identifier one
 * after the other, and so do callers, so the last answer is kept: it depends on nothing but the identifier.
 */
export function distribution(prefix: string, salt: string): Hash {
  const packedPrefix = packText(prefix)
  const packedSalt = packText(salt)
  let lastIdentifier: string | undefined
  let lastFraction = 0
  return (identifier) => {
    if (identifier !== lastIdentifier) {
      lastFraction = fraction(packedPrefix, packOnce(identifier), packedSalt)
      lastIdentifier = identifier
    }
    return lastFraction
  }
}

/**
 * The first 60 bits of the SHA-1 digest of `prefix + identifier + salt` as a fraction of 2^60 (evaluation.md section
 * 1.1): every PostHog SDK and server puts the same subject at the same place.
 */
export function hashFraction(prefix: string, identifier: string, salt: string): number {
  return fraction(packText(prefix), packText(identifier), packText(salt))
}

function fraction(prefix: PackedText, identifier: PackedText, salt: PackedText): number {
  const words = sha1(prefix, identifier, salt)
  // Two words, and both exist: a digest has five.
  const high = (words[0] as number) >>> 0
  const low = (words[1] as number) >>> 4
  // The sum is rounded to a double exactly as reading 15 hexadecimal digits into one would round it.
  return (high * TWO_TO_28 + low) / TWO_TO_60
}

/** Whether an identifier is in a share of all. 0 holds nobody, 1 everybody, and neither costs a hash. */
export function isInShare(share: number, hash: Hash, identifier: string): boolean {
  if (share >= 1) return true
  return share > 0 && identifier !== '' && hash(identifier) <= share
}
