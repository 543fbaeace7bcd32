import crypto from 'node:crypto'
import { scryptHasher } from '@flagdeck/core/operations'

/** Cost of a hash. Each hash stores its own, so that the default can be raised. */
export interface ScryptCost {
  /** log2 of the number of rounds; memory is 1 KiB times two to the power of it. */
  readonly ln: number
  readonly r: number
  readonly p: number
}

/** Hashes passwords for `createFlagdeck({ passwords })`. */
export interface ScryptPasswords {
  hash(password: string): Promise<string>
  matches(password: string, hash: string): Promise<boolean>
}

/** scrypt of node:crypto, as `createFlagdeck` uses it by default; for another cost. */
export function scryptPasswords(cost?: ScryptCost): ScryptPasswords {
  return scryptHasher(crypto, cost)
}
