import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hashAtOnceIn, sha256, sha256With } from './sha256.ts'

const onTheWeb = sha256With(undefined)

it('HTTP-75 hashes the same with and without what Node offers, also text that is no Unicode', async () => {
  const content = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('a', 'é', '\ud800', '\udc00') }),
  )
  await fc.assert(
    fc.asyncProperty(fc.oneof(content, fc.uint8Array()), async (hashed) => {
      expect(await sha256(hashed)).toBe(await onTheWeb(hashed))
    }),
  )
})

it('HTTP-75 knows the digest of FIPS 180-4, and takes the bytes of a part of memory alone', async () => {
  const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  expect([await sha256('abc'), await onTheWeb('abc')]).toEqual([abc, abc])
  expect(await sha256(new TextEncoder().encode('xabcx').subarray(1, 4))).toBe(abc)
})

it('HTTP-75 does without a runtime that is too old to hash at once', async () => {
  expect(hashAtOnceIn({})).toBeUndefined()
  expect(hashAtOnceIn({ process: {} })).toBeUndefined()
  expect(hashAtOnceIn({ process: { getBuiltinModule: () => ({}) } })).toBeUndefined()
})
