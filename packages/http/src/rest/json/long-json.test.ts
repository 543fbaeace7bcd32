import fc from 'fast-check'
import { expect, it } from 'vitest'
import { joinedJson, jsonParts } from './long-json.ts'

const asItIs = (text: string) => text

it('OUT-13 the parts of an object are its JSON', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue()))),
      async (document) => {
        expect((await jsonParts(document, asItIs)).join('')).toBe(JSON.stringify(document))
      },
    ),
  )
  expect((await jsonParts({ missing: undefined, kept: [{ missing: undefined }] }, asItIs)).join('')).toBe(
    '{"kept":[{}]}',
  )
})

it('OUT-13 others have their turn between the entries of a list', async () => {
  let turns = 0
  const others = setInterval(() => {
    turns += 1
  }, 0)
  const slow = {
    toJSON() {
      const until = performance.now() + 10
      while (performance.now() < until);
      return 1
    },
  }
  await jsonParts({ list: [slow, slow, slow] }, asItIs)
  clearInterval(others)
  expect(turns).toBeGreaterThan(1)
})

it('OUT-13 what is too long for one text is the same as bytes', async () => {
  const parts = ['{"é":', '["€"', ']', '}']
  expect(await joinedJson(parts)).toBe('{"é":["€"]}')
  expect(await joinedJson(parts, 10)).toEqual(new TextEncoder().encode('{"é":["€"]}'))
})
