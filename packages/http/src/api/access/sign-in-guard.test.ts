import { fixedClock } from '@flagdeck/core/fixtures'
import { expect, it } from 'vitest'
import { EndpointRequest } from '../../rest/endpoint-request.ts'
import { type PlainRequestOptions, plainRequest } from '../../rest/plain-request.ts'
import { signInByLink } from '../endpoints/sessions.ts'
import { rateLimiter, UNLIMITED } from './rate-limiter.ts'
import { signInGuard } from './sign-in-guard.ts'

const FAILURE = new Error('the wrong password')

async function fail(): Promise<never> {
  throw FAILURE
}

/** Makes two attempts from each client, where one is allowed, and returns which second attempts were refused. */
async function refusedOf(trustProxy: boolean, ...requests: readonly PlainRequestOptions[]): Promise<boolean[]> {
  const once = rateLimiter({ requests: 1, windowMs: 60_000 }, fixedClock())
  const guard = signInGuard({
    ...{ links: { trustProxy }, networks: once, accountsInNetworks: UNLIMITED, accounts: UNLIMITED },
    isKnown: async () => false,
  })
  const refused: boolean[] = []
  for (const options of requests) {
    const request = new EndpointRequest(plainRequest('POST', '/api/sign_in/link/', options), signInByLink, {}, 'id')
    refused.push(
      await guard.attempt(request, undefined, fail).then(
        () => true,
        (error) => error !== FAILURE,
      ),
    )
  }
  return refused
}

it('SESS-31 counts attempts by IPv4 address, and by IPv6 network', async () => {
  const from = (remoteAddress: string) => ({ remoteAddress })
  expect(await refusedOf(false, from('10.0.0.1'), from('10.0.0.2'), from('::ffff:10.0.0.1'))).toEqual([
    false,
    false,
    true,
  ])
  expect(
    await refusedOf(false, from('2001:db8:1:2::1'), from('2001:db8:1:2:ffff::9'), from('2001:db8:1:3::1')),
  ).toEqual([false, true, false])
})

it('SESS-31 counts no network where the host reports no address', async () => {
  expect(await refusedOf(false, {}, {}, { remoteAddress: '' })).toEqual([false, false, false])
})

it('SESS-31 ignores the port of an address', async () => {
  const through = (forwarded: string) => ({ remoteAddress: '10.0.0.1', headers: { 'x-forwarded-for': forwarded } })
  expect(await refusedOf(true, through('1.1.1.1:50'), through('1.1.1.1:51'), through('1.1.1.2:50'))).toEqual([
    false,
    true,
    false,
  ])
  expect(await refusedOf(true, through('[2001:db8::1]:50'), through('2001:db8::1'), through('[2001:db8::1]'))).toEqual([
    false,
    true,
    true,
  ])
})

it('SESS-31 uses the address that a trusted proxy reports', async () => {
  const through = (forwarded: string) => ({ remoteAddress: '10.0.0.1', headers: { 'x-forwarded-for': forwarded } })
  expect(await refusedOf(true, through('1.1.1.1'), through('2.2.2.2'), through('3.3.3.3, 1.1.1.1'))).toEqual([
    false,
    false,
    true,
  ])
  expect(await refusedOf(false, through('1.1.1.1'), through('2.2.2.2'))).toEqual([false, true])
})

it('SESS-31 bounds an account alone where the host reports no address', async () => {
  const limit = (requests: number) => rateLimiter({ requests, windowMs: 60_000 }, fixedClock())
  const guard = signInGuard({
    ...{ links: {}, networks: limit(1), accountsInNetworks: limit(1), accounts: limit(3) },
    isKnown: async () => true,
  })
  const request = new EndpointRequest(plainRequest('POST', '/api/sign_in/link/'), signInByLink, {}, 'id')
  for (let n = 0; n < 3; n++) await expect(guard.attempt(request, 'ana@acme.test', fail)).rejects.toBe(FAILURE)
  await expect(guard.attempt(request, ' Ana@Acme.test', fail)).rejects.toMatchObject({ kind: 'throttled' })
  await expect(guard.attempt(request, 'bo@acme.test', fail)).rejects.toBe(FAILURE)
})
