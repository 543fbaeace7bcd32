import { expect, test } from 'vitest'
import { sdkName } from './sdk-name.ts'

test.each([
  ['posthog-node/5.70.0', 'posthog-node'],
  ['posthog-python/6.7.1 (linux)', 'posthog-python'],
  ['PostHog-Go/1.5', 'posthog-go'],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0', 'web'],
  ['posthog-nodes/1', undefined],
  ['curl/8.5.0', undefined],
  ['', undefined],
])('USAGE-44 %s is %s', (agent, name) => {
  expect(sdkName({ 'user-agent': agent })).toBe(name)
})
