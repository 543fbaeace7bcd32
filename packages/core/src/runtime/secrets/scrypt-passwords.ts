import { fromBase64, toBase64 } from '../../foundation/bytes/base64.ts'
import type { PasswordHasher } from './password-hasher.ts'

/** The cost of a hash. Each hash stores its own cost, so that the default can be raised. */
export interface ScryptCost {
  /** log2 of the number of rounds; memory is 1 KiB times two to the power of it. */
  readonly ln: number
  readonly r: number
  readonly p: number
}

/** The part of node:crypto that hashes passwords. Core imports no module of Node; callers pass it. */
export interface ScryptCrypto {
  randomBytes(size: number): Uint8Array
  timingSafeEqual(one: Uint8Array, other: Uint8Array): boolean
  scrypt(
    password: string,
    salt: Uint8Array,
    bytes: number,
    options: { readonly N: number; readonly r: number; readonly p: number; readonly maxmem: number },
    callback: (error: Error | null, key: Uint8Array) => void,
  ): void
}

// OWASP's password storage cheat sheet: 32 MiB for each guess.
const COST: ScryptCost = { ln: 15, r: 8, p: 3 }
const SALT_BYTES = 16
const KEY_BYTES = 32
const FORM = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]+)\$([\w-]+)$/

/** Returns a hasher that runs scrypt in the thread pool of Node, outside the thread that answers requests. */
export function scryptHasher(crypto: ScryptCrypto, cost: ScryptCost = COST): PasswordHasher {
  return {
    async hash(password) {
      const salt = crypto.randomBytes(SALT_BYTES)
      const key = await derive(crypto, password, salt, KEY_BYTES, cost)
      const { ln, r, p } = cost
      return `$scrypt$ln=${ln},r=${r},p=${p}$${toBase64Url(salt)}$${toBase64Url(key)}`
    },
    async matches(password, hash) {
      const [, ln, r, p, salt, key] = FORM.exec(hash) ?? []
      if (salt === undefined || key === undefined) throw new Error('the stored password is not a hash of scrypt')
      const wanted = fromBase64Url(key)
      const storedCost = { ln: Number(ln), r: Number(r), p: Number(p) }
      const found = await derive(crypto, password, fromBase64Url(salt), wanted.length, storedCost)
      return crypto.timingSafeEqual(wanted, found)
    },
  }
}

interface Runtime {
  readonly process?: { readonly getBuiltinModule?: (name: string) => unknown }
}

/** Returns a hasher with the node:crypto of the runtime; null if the runtime has none. */
export function builtinPasswords({ process }: Runtime = globalThis as Runtime): PasswordHasher | null {
  const crypto = process?.getBuiltinModule?.('node:crypto') as Partial<ScryptCrypto> | undefined // checked below
  return typeof crypto?.scrypt === 'function' ? scryptHasher(crypto as ScryptCrypto) : null
}

function derive(
  crypto: ScryptCrypto,
  password: string,
  salt: Uint8Array,
  bytes: number,
  { ln, r, p }: ScryptCost,
): Promise<Uint8Array> {
  // Node requires a memory limit; twice what the algorithm needs is enough.
  const options = { N: 2 ** ln, r, p, maxmem: 256 * r * 2 ** ln }
  return new Promise((resolve, reject) => {
    crypto.scrypt(password, salt, bytes, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function fromBase64Url(text: string): Uint8Array {
  return fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'))
}
