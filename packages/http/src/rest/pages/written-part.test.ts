import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashAtOnce } from '../sha256.ts'
import { tagOfParts, writtenPart } from './written-part.ts'

interface Answer {
  readonly texts: readonly string[]
  readonly rest: string
}

const text = fc.string({ maxLength: 2, unit: fc.constantFrom('a', 'b', ',', '"') })
const answer = fc.record({ texts: fc.array(text, { maxLength: 3 }), rest: text })

describe.each([
  ['at once', hashAtOnce],
  ['by WebCrypto', undefined],
] as const)('a tag made %s', (_, hash) => {
  const tagOf = ({ texts, rest }: Answer) =>
    tagOfParts(
      texts.map((each) => writtenPart(each, hash)),
      writtenPart(rest, hash),
      hash,
    )

  it('HTTP-75 is the same for the same parts and rest, and another for others', async () => {
    await fc.assert(
      fc.asyncProperty(answer, answer, async (a, b) => {
        const areSame = JSON.stringify(a) === JSON.stringify(b)
        expect((await tagOf(a)) === (await tagOf(b))).toBe(areSame)
        expect(await tagOf({ ...a })).toBe(await tagOf(a))
      }),
    )
    expect(await tagOf({ texts: ['a'], rest: '' })).toMatch(/^[0-9a-f]{32}$/)
  })
})
