import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonParts, jsonTexts, LongObject } from './long-json.ts'

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

it('HTTP-91 writes lists and objects that are made entry by entry', () => {
  function* list() {
    yield { a: undefined, b: 1 }
    yield [2]
  }
  const entries = new LongObject([
    ['__proto__', 1],
    ['x', { y: 2 }],
  ])
  const document = { list: list(), entries, none: new LongObject([]), empty: [], last: null }
  expect([...jsonTexts(document)].join('')).toBe(
    '{"list":[{"b":1},[2]],"entries":{"__proto__":1,"x":{"y":2}},"none":{},"empty":[],"last":null}',
  )
  expect([...jsonTexts({}, '{"a":1')].join('')).toBe('{"a":1}')
})
