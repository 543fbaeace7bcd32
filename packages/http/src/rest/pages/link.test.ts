import { describe, expect, it } from 'vitest'
import { endpoint } from '../endpoint.ts'
import { EndpointRequest } from '../endpoint-request.ts'
import { plainRequest } from '../plain-request.ts'
import { type LinkOptions, selfLink } from './link.ts'

const anything = endpoint({ method: 'GET', path: '/x/', auth: 'public', tag: 't', operationId: 'x', summary: 'X' })

function linkOf(url: string, headers: Record<string, string>, options: LinkOptions = {}): string {
  const request = new EndpointRequest(plainRequest('GET', url, { headers }), anything, {}, 'id')
  return selfLink(request, options)(new URLSearchParams({ limit: '2' }))
}

const PROXIED = { host: 'inside:80', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'flags.acme.test' }

describe('links to the own path', () => {
  it('keep the path as it was asked for and lose its query', () => {
    expect(linkOf('/v1/x?offset=3', { host: 'a.test' })).toBe('http://a.test/v1/x?limit=2')
  })

  it('have no question mark without parameters', () => {
    const request = new EndpointRequest(plainRequest('GET', '/x/'), anything, {}, 'id')
    expect(selfLink(request, {})(new URLSearchParams())).toBe('http://localhost/x/')
  })

  it('begin with the public URL when there is one, whatever the request says', () => {
    expect(linkOf('/x/', PROXIED, { publicUrl: 'https://flags.test/base/', trustProxy: true })).toBe(
      'https://flags.test/base/x/?limit=2',
    )
  })

  it('believe a proxy only when told to', () => {
    expect(linkOf('/x/', PROXIED)).toBe('http://inside:80/x/?limit=2')
    expect(linkOf('/x/', PROXIED, { trustProxy: true })).toBe('https://flags.acme.test/x/?limit=2')
  })

  it('take the first of several forwarded values', () => {
    const headers = { 'x-forwarded-proto': 'https, http', 'x-forwarded-host': 'outer.test, inner.test' }
    expect(linkOf('/x/', headers, { trustProxy: true })).toBe('https://outer.test/x/?limit=2')
  })

  it.each(['a.test/"><script>', 'a b', '', 'user@evil.test', 'evil.test#', 'a\r\nb'])(
    'do not repeat the host %j',
    (host) => {
      expect(linkOf('/x/', { host })).toBe('http://localhost/x/?limit=2')
    },
  )

  it.each(['a.test', 'a.test:8000', '127.0.0.1:1', '[::1]:8000', 'xn--bcher-kva.test'])(
    'repeat the host %s',
    (host) => {
      expect(linkOf('/x/', { host })).toBe(`http://${host}/x/?limit=2`)
    },
  )
})
