import { expect, test } from 'vitest'
import { localUrl } from './local-url.ts'

test.for([
  ['127.0.0.1', 'http://127.0.0.1:8000'],
  ['flags.internal', 'http://flags.internal:8000'],
  ['0.0.0.0', 'http://127.0.0.1:8000'],
  ['::', 'http://[::1]:8000'],
  ['fd00::17', 'http://[fd00::17]:8000'],
] as const)('SERVE-57 a server that listens on %s is reached at %s', ([host, url]) => {
  expect(localUrl(host, 8000)).toBe(url)
})
