import { type PackedText, packOnce, packText } from '../../evaluation/hashing/packed-text.ts'
import { sha1 } from '../../evaluation/hashing/sha1.ts'
import { shortText } from '../../foundation/json/short-text.ts'

/** The 64 bits that represent a user, as two words. The object is reused: read it before the next user is hashed. */
export interface UserHash {
  high: number
  low: number
}

const NOTHING = packText('')

/**
 * Returns a function that hashes the distinct ids of a project. The project's UUID is the key of the hash, so that sets
 * of two projects have nothing in common although they contain the same users.
 */
export function userHasher(projectUuid: string): (distinctId: string) => UserHash {
  const key: PackedText = packText(`${projectUuid}/`)
  const hash: UserHash = { high: 0, low: 0 }
  let last: string | undefined
  return (distinctId) => {
    const short = shortText(distinctId)
    if (short === last) return hash
    const words = sha1(key, packOnce(short), NOTHING)
    // A digest has five words.
    hash.high = words[0] as number
    hash.low = words[1] as number
    last = short
    return hash
  }
}
