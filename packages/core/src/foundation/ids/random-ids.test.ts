import { expect, it } from 'vitest'
import { randomIds } from './random-ids.ts'

it('KEY-9 makes secrets of 43 letters and digits behind their prefix, never the same twice', () => {
  const secrets = Array.from({ length: 1000 }, () => randomIds.secret('phx_'))
  for (const secret of secrets) expect(secret).toMatch(/^phx_[0-9A-Za-z]{43}$/)
  expect(new Set(secrets).size).toBe(1000)
})

it('KEY-9 makes every letter as likely as every other', () => {
  const counts = new Map<string, number>()
  for (const letter of Array.from({ length: 5000 }, () => randomIds.secret('')).join('')) {
    counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  const expected = (5000 * 43) / 62
  expect(counts.size).toBe(62)
  // Six standard deviations: this practically never fails by chance, while a letter favoured by one byte in 256 is
  // twelve off.
  for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(6 * Math.sqrt(expected))
})

it('KEY-9 makes ids that are UUIDs', () => {
  expect(randomIds.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
