import { type PackedText, packOnce, packText } from '../../evaluation/hashing/packed-text.ts'
import { sha1 } from '../../evaluation/hashing/sha1.ts'
import { shortText } from '../../foundation/json/short-text.ts'

/** 64 bits that stand for a user, as two words: read them before the next user is asked for. */
export interface UserHash {
  high: number
  low: number
}

const NOTHING = packText('')

/**
 * Makes the function that hashes the distinct ids of a project. The project's UUID is the key, so that sets of two
 * projects have nothing in common although they hold the same people.
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
