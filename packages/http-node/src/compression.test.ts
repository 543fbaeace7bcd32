import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { chooseEncoding, compress } from './compression.ts'

test.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['gzip;q=0', undefined],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=nonsense', undefined],
  [', ;;, =', undefined],
])('HTTP-41 reads Accept-Encoding %j as %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding)
})

test('HTTP-42 compresses the same bytes once, also when many ask at once', async () => {
  const body = new TextEncoder().encode('definitions '.repeat(500))
  const first = compress(body, 'gzip')
  expect(compress(body, 'gzip')).toBe(first)
  expect(compress(body, 'br')).not.toBe(first)
  expect(await compress(body, 'gzip')).toBe(await first)
  expect(gunzipSync(await first).equals(body)).toBe(true)
  expect(brotliDecompressSync(await compress(body, 'br')).equals(body)).toBe(true)
})

test('HTTP-42 compresses other bytes anew', async () => {
  const body = new TextEncoder().encode('definitions '.repeat(500))
  expect(compress(body.slice(), 'gzip')).not.toBe(compress(body, 'gzip'))
  expect(gunzipSync(await compress('text', 'gzip')).toString()).toBe('text')
})
