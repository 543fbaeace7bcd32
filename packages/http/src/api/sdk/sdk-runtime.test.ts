import { describe, expect, it } from 'vitest'
import { sdkRuntime } from './sdk-runtime.ts'

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36'

describe('where an SDK runs', () => {
  it('is what it says, whatever its headers look like', () => {
    for (const stated of ['all', 'client', 'server'] as const) {
      expect(sdkRuntime(stated, { 'user-agent': CHROME, origin: 'https://acme.test' })).toBe(stated)
    }
  })

  it.each([
    ['posthog-node/5.70.0', 'server'],
    ['posthog-python/6.7.1', 'server'],
    ['posthog-go/1.5', 'server'],
    ['posthog-ruby', 'server'],
    ['posthog-js/1.2', 'client'],
    ['posthog-android/3.1', 'client'],
    [CHROME, 'client'],
    ['curl/8.5.0', undefined],
    ['node', 'server'],
    ['undici', 'server'],
    ['nodemon', undefined],
    ['', undefined],
  ])('is told by the user agent %s: %s', (agent, runtime) => {
    expect(sdkRuntime(null, { 'user-agent': agent })).toBe(runtime)
  })

  it('is a browser when only a browser sends such headers', () => {
    expect(sdkRuntime(undefined, { origin: 'https://acme.test' })).toBe('client')
    expect(sdkRuntime(undefined, { referer: 'https://acme.test/' })).toBe('client')
    expect(sdkRuntime(undefined, { 'sec-fetch-site': 'cross-site' })).toBe('client')
  })

  it('is not told by Sec-Fetch-Mode, which the fetch of Node sends as well', () => {
    expect(sdkRuntime(undefined, { 'user-agent': 'node', 'sec-fetch-mode': 'cors' })).toBe('server')
    expect(sdkRuntime(undefined, { 'sec-fetch-mode': 'cors' })).toBeUndefined()
  })

  it('is not told by what is no runtime', () => {
    for (const stated of ['Server', 'edge', 5, null, {}, ['server']]) expect(sdkRuntime(stated, {})).toBeUndefined()
  })
})
