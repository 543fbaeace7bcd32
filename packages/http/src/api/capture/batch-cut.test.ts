import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutBatch } from './batch-cut.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

interface Parsed {
  readonly around: unknown
  readonly pieces: readonly (readonly unknown[])[]
}

/** The events that result when a batch is cut and its parts are parsed. */
async function cutAndParse(json: string, pieceBytes = 20, maxEventBytes = 1e6): Promise<Parsed | undefined> {
  const bytes = encoder.encode(json)
  const text = (start: number, end?: number) => decoder.decode(bytes.subarray(start, end))
  const cut = await cutBatch(bytes, { pieceBytes, maxEventBytes })
  if (cut === undefined) return undefined
  return {
    around: JSON.parse(`${text(0, cut.list.start)}[]${text(cut.list.end)}`),
    pieces: cut.pieces.map(({ start, end }) => JSON.parse(`[${text(start, end)}]`)),
  }
}

/** The JSON of the value, with whitespace wherever it is allowed. */
function spaced(value: unknown): string {
  return JSON.stringify(value, null, '\t').replaceAll(':', ' : ')
}

describe('cutting a batch', () => {
  const event = fc.jsonValue({ maxDepth: 3 })
  const tricky = fc.constantFrom('"]},{[\\', '\\"', '"batch":[', '\\\\', 'ü😀', '[', '}')

  it('CAPTURE-6 gives what parsing all of it gives', async () => {
    const events = fc.array(fc.oneof(event, tricky, fc.record({ batch: fc.array(tricky), text: tricky })))
    const around = fc.dictionary(fc.constantFrom('api_key', 'Batch', 'x'), fc.oneof(event, tricky))
    await fc.assert(
      fc.asyncProperty(events, around, fc.boolean(), fc.boolean(), async (batch, rest, isFirst, isSpaced) => {
        const whole = isFirst ? { batch, ...rest } : { ...rest, batch }
        // Only if no text contains the separators: adding spaces would change the text.
        const json = isSpaced && !JSON.stringify(whole).includes(':"') ? spaced(whole) : JSON.stringify(whole)
        const expected = JSON.parse(json)
        const parsed = await cutAndParse(json)
        expect(parsed?.around).toEqual({ ...expected, batch: [] })
        expect(parsed?.pieces.flat()).toEqual(expected.batch)
        const bare = await cutAndParse(JSON.stringify(batch))
        expect([bare?.around, bare?.pieces.flat()]).toEqual([[], JSON.parse(JSON.stringify(batch))])
      }),
      { numRuns: 300 },
    )
  })

  it('CAPTURE-6 makes pieces of about the size that was asked for', async () => {
    const json = JSON.stringify(Array.from({ length: 100 }, (_, n) => `event ${String(n).padStart(3, '0')}`))
    const parsed = await cutAndParse(json, 59)
    expect(parsed?.pieces.map(({ length }) => length)).toEqual(Array(20).fill(5))
  })

  it('CAPTURE-5 leaves out what is too large, wherever it is', async () => {
    const large = 'x'.repeat(50)
    for (const [batch, kept] of [
      [
        [1, large, 2],
        [1, 2],
      ],
      [[large, 1], [1]],
      [[1, large], [1]],
      [[large], []],
      [
        [large, large, 1, large, large, 2],
        [1, 2],
      ],
    ] as const) {
      const parsed = await cutAndParse(JSON.stringify({ batch }), 20, 40)
      expect(parsed?.pieces.flat()).toEqual(kept)
    }
  })

  it.each([
    '{}',
    '5',
    '{"a":{"batch":[1]}}',
    '{"batch":{"batch":[1]}}',
    '{"a":"batch","b":[1]}',
    '{"xbatch":[1]}',
    '""',
  ])('CAPTURE-6 finds none in %s', async (json) => {
    expect(await cutAndParse(json)).toBeUndefined()
  })

  it.each(['[', '{"batch":[1', '{"batch":[{"a":"', '[1]]', ']', '[[['])('CAPTURE-6 refuses %s', async (json) => {
    await expect(cutAndParse(json)).rejects.toMatchObject({ kind: 'parse_error' })
  })

  it('CAPTURE-6 refuses what is nested too deeply', async () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
    expect(await cutAndParse(nested(64))).toBeDefined()
    await expect(cutAndParse(nested(65))).rejects.toMatchObject({ kind: 'parse_error' })
  })

  it('CAPTURE-6 yields to others', async () => {
    let turns = 0
    const count = setInterval(() => turns++, 0)
    const json = JSON.stringify({ batch: Array.from({ length: 200_000 }, (_, n) => ({ n, text: 'some text' })) })
    await cutBatch(encoder.encode(json), { pieceBytes: 1e6, maxEventBytes: 1e6 })
    clearInterval(count)
    expect(turns).toBeGreaterThan(json.length / 1024 / 1024 / 2)
  })

  it.each([
    ['blanks before lists', `{"a":1${`,"b":${' '.repeat(1000)}[]`.repeat(2000)}}`],
    ['quotes', `["${String.raw`\"`.repeat(1_000_000)}"]`],
    ['lists of nothing', `[${'[],'.repeat(1_000_000)}1]`],
  ])('CAPTURE-6 takes time in proportion to %s', { timeout: 5000 }, async (_, json) => {
    await cutBatch(encoder.encode(json), { pieceBytes: 1e6, maxEventBytes: 1e6 })
  })
})
