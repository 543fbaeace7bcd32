import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Encoding } from './choose-encoding.ts'
import { compress } from './compression.ts'

const DECODERS = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }
const ENCODINGS = Object.keys(DECODERS) as Encoding[] // the keys of the decoders

function definitions(): Uint8Array {
  return new TextEncoder().encode('definitions '.repeat(500))
}

test.each(ENCODINGS)('HTTP-42 compresses the same bytes once as %s, also when many ask at once', async (encoding) => {
  const body = definitions()
  const first = compress(body, encoding)
  expect(compress(body, encoding)).toBe(first)
  expect(compress(body, encoding === 'br' ? 'gzip' : 'br')).not.toBe(first)
  expect(await compress(body, encoding)).toBe(await first)
  expect(DECODERS[encoding](await first).equals(body)).toBe(true)
})

test('HTTP-42 compresses other bytes anew', () => {
  const body = definitions()
  expect(compress(body.slice(), 'gzip')).not.toBe(compress(body, 'gzip'))
})

test('HTTP-42 compresses bytes that are kept thoroughly, and text that is answered once quickly', async () => {
  const flags = Array.from({ length: 2000 }, (_, id) => ({
    key: wordsOf(id * id),
    id,
    name: wordsOf(id * 7 + 1),
    on: true,
  }))
  const text = JSON.stringify(flags)
  const bytes = new TextEncoder().encode(text)
  for (const encoding of ENCODINGS) {
    expect((await compress(bytes, encoding)).length).toBeLessThan((await compress(text, encoding)).length)
  }
})

/** Five words that differ from those of every other number. */
function wordsOf(number: number): string {
  return Array.from({ length: 5 }, (_, at) => WORDS[Math.floor(number / 7 ** at) % 7]).join(' ')
}

const WORDS = ['checkout', 'new', 'the other form', 'dark', 'a banner for guests', 'search', 'what is gone']

test.each(ENCODINGS)(
  'HTTP-42 compresses text as %s at once unless it is long, whatever its letters',
  async (encoding) => {
    for (const [text, isAtOnce] of [
      ['größer '.repeat(300), true],
      ['a'.repeat(256 * 1024), true],
      ['größer '.repeat(40_000), false],
    ] as const) {
      const compressed = compress(text, encoding)
      expect(compressed instanceof Uint8Array).toBe(isAtOnce)
      expect(DECODERS[encoding](await compressed).toString()).toBe(text)
    }
  },
)
