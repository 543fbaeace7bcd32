import { expect, it } from 'vitest'
import { SDK_CONFIG, sdkConfigSchema, sdkConfigScript } from './sdk-config.ts'

/** The content of a page's window after it ran the script. */
function run(script: string): unknown {
  const window: { _POSTHOG_REMOTE_CONFIG?: unknown } = {}
  new Function('window', script)(window)
  return window._POSTHOG_REMOTE_CONFIG
}

it('PROTO-3 leaves the configuration where posthog-js looks for it', () => {
  const { siteApps, ...config } = SDK_CONFIG
  expect(run(sdkConfigScript('phc_1'))).toEqual({ phc_1: { config, siteApps } })
  expect(sdkConfigSchema.parse(SDK_CONFIG)).toEqual(SDK_CONFIG)
})

it('BROWSER-3 says nothing about surveys, because posthog-js would fetch a script even for false', () => {
  expect(Object.keys(SDK_CONFIG)).not.toContain('surveys')
})

it.each(['"]=alert(1);//', '</script><script>', '\u2028\u2029', '\\', '\n', "'", '\ud800'])(
  'PROTO-3 writes the token as text, whatever it is: %j',
  (token) => {
    const script = sdkConfigScript(token)
    expect(Object.keys(run(script) as object)).toEqual([token])
    expect(script).not.toMatch(/[<>\u2028\u2029]/)
  },
)
