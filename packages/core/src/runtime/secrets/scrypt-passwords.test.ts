import crypto from 'node:crypto'
import { expect, it } from 'vitest'
import { type ScryptCost, scryptHasher } from './scrypt-passwords.ts'

const scryptPasswords = (cost?: ScryptCost) => scryptHasher(crypto, cost)

const QUICK = { ln: 4, r: 1, p: 1 }
const quick = scryptPasswords(QUICK)

it('SESS-6 keeps the parameters beside a hash that nobody else has', async () => {
  const [one, another] = [await quick.hash('correct horse'), await quick.hash('correct horse')]
  expect(one).toMatch(/^\$scrypt\$ln=4,r=1,p=1\$[\w-]{22}\$[\w-]{43}$/)
  expect(another).not.toBe(one)
})

it('SESS-6 knows a password by its hash, also by one that was made at another cost', async () => {
  const hash = await scryptPasswords({ ln: 5, r: 2, p: 2 }).hash('pässwörd 🐎')
  expect(await quick.matches('pässwörd 🐎', hash)).toBe(true)
  for (const wrong of ['pässwörd', 'pässwörd 🐎 ', '', 'Pässwörd 🐎'])
    expect(await quick.matches(wrong, hash)).toBe(false)
})

it('SESS-6 takes 32 MiB three times over for a password unless told otherwise', async () => {
  const usual = scryptPasswords()
  const hash = await usual.hash('correct horse')
  expect(hash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/)
  expect(await usual.matches('correct horse', hash)).toBe(true)
})

it('fails on what is no hash, rather than letting anybody in', async () => {
  for (const stored of ['', 'plain', '$scrypt$ln=4,r=1,p=1$$', '$2b$10$abc']) {
    await expect(quick.matches('plain', stored)).rejects.toThrow('not a hash of scrypt')
  }
})
