import { fixedClock } from '@flagdeck/core/testing'
import { expect, it } from 'vitest'
import { EndpointRequest } from '../../rest/endpoint-request.ts'
import { type PlainRequestOptions, plainRequest } from '../../rest/plain-request.ts'
import { signInByLink } from '../endpoints/sessions.ts'
import { rateLimiter } from './rate-limiter.ts'
import { signInGuard } from './sign-in-guard.ts'

/** Tries twice from each, where one attempt is allowed, and answers for which the second was refused. */
async function refusedOf(trustProxy: boolean, ...requests: readonly PlainRequestOptions[]): Promise<boolean[]> {
  const once = rateLimiter({ requests: 1, windowMs: 60_000 }, fixedClock())
  const guard = signInGuard({ trustProxy }, once, rateLimiter('off', fixedClock()))
  const refused: boolean[] = []
  for (const options of requests) {
    const request = new EndpointRequest(plainRequest('POST', '/api/sign_in/link/', options), signInByLink, {}, 'id')
    refused.push(
      await guard.admit(request).then(
        () => false,
        () => true,
      ),
    )
  }
  return refused
}

it('SESS-5 counts attempts by address, and by network where that has a version 6', async () => {
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

it('SESS-5 counts nobody by an address that nobody named', async () => {
  expect(await refusedOf(false, {}, {}, { remoteAddress: '' })).toEqual([false, false, false])
})

it('SESS-5 takes an address with a port for the same without', async () => {
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

it('SESS-5 takes the address that a proxy saw, and only where there is one', async () => {
  const through = (forwarded: string) => ({ remoteAddress: '10.0.0.1', headers: { 'x-forwarded-for': forwarded } })
  expect(await refusedOf(true, through('1.1.1.1'), through('2.2.2.2'), through('3.3.3.3, 1.1.1.1'))).toEqual([
    false,
    false,
    true,
  ])
  expect(await refusedOf(false, through('1.1.1.1'), through('2.2.2.2'))).toEqual([false, true])
})
