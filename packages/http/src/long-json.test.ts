import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseLongJson } from './long-json.ts'

const encoder = new TextEncoder()
const parse = (text: string) => parseLongJson(encoder.encode(text))
const ids = (count: number) => Array.from({ length: count }, (_, n) => `user-${n} "ä",[]{}\\`)

describe('long JSON', () => {
  it('is what it is when it is parsed at once', async () => {
    const long = ids(20_000)
    for (const value of [
      { distinct_ids: long },
      { a: [1], distinct_ids: long, b: { c: long.slice(0, 10) }, person_ids: [...long, { x: [null] }] },
      { 'key "with" \\ signs, [and] {more}': long, __proto: long },
      { nested: { list: long.slice(0, 5000) } },
      [1, 2],
      [long, { a: long.slice(0, 9000) }],
      'text',
      {},
      { list: [] },
    ]) {
      for (const space of [undefined, 2]) expect(await parse(JSON.stringify(value, null, space))).toEqual(value)
    }
  })

  it('keeps a key called __proto__ as one like any other', async () => {
    const parsed = (await parse(`{"__proto__":${JSON.stringify(ids(20_000))}}`)) as object
    expect(Object.keys(parsed)).toEqual(['__proto__'])
  })

  it('is refused wherever it is broken', async () => {
    const text = JSON.stringify({ a: 1, distinct_ids: ids(20_000), b: 2 })
    const breaks = [
      (at: number) => text.slice(0, at),
      (at: number) => `${text.slice(0, at)},${text.slice(at)}`,
      (at: number) => `${text.slice(0, at)}"${text.slice(at)}`,
      (at: number) => `${text.slice(0, at)}]${text.slice(at)}`,
    ]
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), fc.constantFrom(...breaks), async (at, broken) => {
        const wrong = broken(at)
        if (isJson(wrong)) expect(await parse(wrong)).toEqual(JSON.parse(wrong))
        else await expect(parse(wrong)).rejects.toMatchObject({ kind: 'parse_error' })
      }),
      { numRuns: 200 },
    )
  })

  it('is refused with nothing between two commas, also where it was cut', async () => {
    const list = JSON.stringify(ids(20_000)).slice(1, -1)
    for (const wrong of [
      `,${list}`,
      `${list},`,
      `${list},,1`,
      `${list}${','.repeat(200_000)}`,
      list.replaceAll(',', ',,'),
    ]) {
      await expect(parse(`{"a":[${wrong}]}`)).rejects.toMatchObject({ kind: 'parse_error' })
    }
  })

  it('is refused when it is nested too deep', async () => {
    const deep = `${'['.repeat(70)}${']'.repeat(70)}`
    await expect(parse(`{"a":[${deep}]}`)).rejects.toMatchObject({ kind: 'parse_error' })
  })

  it('is refused when something else than a list is long', async () => {
    const text = 'x'.repeat(3 * 1024 * 1024)
    for (const value of [{ a: text }, { a: [text, 1] }, { a: { b: [text] } }, [text]]) {
      await expect(parse(JSON.stringify(value))).rejects.toMatchObject({ kind: 'request_entity_too_large' })
    }
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
