import { expect, it } from 'vitest'
import { FlagsToCome } from './batch-lookups.ts'

const KEYS = Array.from({ length: 1000 }, (_, n) => `flag-${n}`)

it('PORT-21 looks up all flags of a copy in one query, in any order', () => {
  const toCome = new FlagsToCome(KEYS, true)
  expect(toCome.from('flag-999')).toHaveLength(1000)
  expect(toCome.from('other')).toEqual([])
})

it('PORT-21 looks up the next 250 flags in a database', () => {
  const toCome = new FlagsToCome(KEYS, false)
  expect(toCome.from('flag-500')).toEqual(KEYS.slice(500, 750))
  expect(toCome.from('flag-999')).toEqual(['flag-999'])
})
