import { expect, it } from 'vitest'
import { isLocalHost } from './is-local-host.ts'

it.each([
  'localhost',
  'LOCALHOST:8000',
  '127.0.0.1',
  '127.0.0.1:8000',
  '192.168.1.4:80',
  '[::1]',
  '[::1]:8000',
  '[::ffff:127.0.0.1]:1',
])('SERVE-52 takes %s for this machine or an address', (host) => {
  expect(isLocalHost(host)).toBe(true)
})

it.each([
  undefined,
  '',
  ':8000',
  'evil.test',
  'evil.test:8000',
  'localhost.evil.test',
  'localhost.',
  'a.localhost',
  '127.0.0.1.evil.test',
  '127.0.0.1@evil.test',
  '127.1',
  '2130706433',
  '0x7f.0.0.1',
  '::1',
  '[::1',
  '[evil.test]',
  '[127.0.0.1]',
  '127.0.0.1:',
  '127.0.0.1:8000:1',
  '127.0.0.1, evil.test',
  'localhost evil.test',
])('SERVE-52 takes %j for a name', (host) => {
  expect(isLocalHost(host)).toBe(false)
})
