import { expect, it } from 'vitest'
import { boundedPasswords } from './bounded-passwords.ts'

/** Returns a hasher whose work ends when the test releases it. */
function heldPasswords() {
  const held: (() => void)[] = []
  let most = 0
  const hash = async (password: string) => {
    await new Promise<void>((resolve) => {
      held.push(resolve)
      most = Math.max(most, held.length)
    })
    return password
  }
  const release = () => held.shift()?.()
  return { passwords: boundedPasswords({ hash, matches: async () => true }), release, most: () => most }
}

it('SESS-6 hashes two passwords at a time, and 32 more in their turn; the next is refused', async () => {
  const { passwords, release, most } = heldPasswords()
  const hashing = Array.from({ length: 34 }, (_, n) => passwords.hash(`password ${n}`))
  await expect(passwords.hash('one more')).rejects.toMatchObject({ kind: 'throttled' })
  for (let n = 0; n < 34; n++) {
    release()
    await hashing[n]
    // The next one starts a microtask later.
    await Promise.resolve()
  }
  expect(await Promise.all(hashing)).toHaveLength(34)
  expect(most()).toBe(2)
})

it('SESS-6 gives up the place of one that fails', async () => {
  const failing = boundedPasswords({ hash: () => Promise.reject(new Error('no memory')), matches: async () => true })
  for (let n = 0; n < 5; n++) await expect(failing.hash('x')).rejects.toThrow('no memory')
  expect(await failing.matches('x', 'y')).toBe(true)
})
