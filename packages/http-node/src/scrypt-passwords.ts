import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** Hashes passwords for `createFlagdeck({ passwords })`. */
export interface ScryptPasswords {
  hash(password: string): Promise<string>
  matches(password: string, hash: string): Promise<boolean>
}

/** What a hash costs. Kept with each, so that they can be raised. */
export interface ScryptCost {
  /** log2 of the number of rounds; memory is 1 KiB times two to the power of it. */
  readonly ln: number
  readonly r: number
  readonly p: number
}

// OWASP's password storage cheat sheet: 32 MiB for each guess.
const COST: ScryptCost = { ln: 15, r: 8, p: 3 }
const SALT_BYTES = 16
const KEY_BYTES = 32
const FORM = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]+)\$([\w-]+)$/

/** scrypt of node:crypto, in the threads of Node and never in that of requests. */
export function scryptPasswords(cost: ScryptCost = COST): ScryptPasswords {
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES)
      const key = await derive(password, salt, KEY_BYTES, cost)
      const { ln, r, p } = cost
      return `$scrypt$ln=${ln},r=${r},p=${p}$${salt.toString('base64url')}$${key.toString('base64url')}`
    },
    async matches(password, hash) {
      const [, ln, r, p, salt, key] = FORM.exec(hash) ?? []
      if (salt === undefined || key === undefined) throw new Error('the stored password is not a hash of scrypt')
      const wanted = Buffer.from(key, 'base64url')
      const cost = { ln: Number(ln), r: Number(r), p: Number(p) }
      return timingSafeEqual(wanted, await derive(password, Buffer.from(salt, 'base64url'), wanted.length, cost))
    },
  }
}

function derive(password: string, salt: Buffer, bytes: number, { ln, r, p }: ScryptCost): Promise<Buffer> {
  // Node wants to be told that this much memory is meant; twice what the algorithm names is enough.
  const options = { N: 2 ** ln, r, p, maxmem: 256 * r * 2 ** ln }
  return new Promise((resolve, reject) => {
    scrypt(password, salt, bytes, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
