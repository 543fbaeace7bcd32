import { expect, test } from 'vitest'
import { chooseEncoding } from './choose-encoding.ts'

test.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate, br, zstd', 'zstd'],
  ['zstd', 'zstd'],
  ['zstd;q=0.8, br;q=0.9, gzip;q=0.9', 'br'],
  ['br;q=0.9, zstd;q=0.9', 'zstd'],
  ['zstd;q=0, gzip', 'gzip'],
  ['*, zstd;q=0', 'br'],
  ['gzip;q=0.5, identity;q=0', 'gzip'],
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
