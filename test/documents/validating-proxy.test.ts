import { PostHog } from 'posthog-node'
import { expect, onTestFinished, test } from 'vitest'
import { startValidatingProxy } from '../../packages/http/test/support/validating-proxy.ts'
import { startConsoleServer } from '../browser/support/console-server.ts'

test('HTTP-87 posthog-node works through a validating proxy, remotely and locally', async () => {
  const server = await startConsoleServer()
  onTestFinished(() => server.close())
  const proxy = await startValidatingProxy(server.url)
  onTestFinished(() => proxy.close())
  const filters = {
    groups: [{ properties: [{ key: 'email', value: '@acme', operator: 'icontains', type: 'person' }], variant: 'x' }],
    multivariate: { variants: ['x', 'y'].map((key) => ({ key, rollout_percentage: 50 })) },
  }
  const made = await fetch(`${proxy.url}/api/projects/1/feature_flags/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.personalApiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ key: 'a', active: true, filters }),
  })
  expect(made.status).toBe(201)
  const properties = { personProperties: { email: 'ana@acme.com' } }
  // Prism cannot read compressed bodies.
  const options = { host: proxy.url, disableCompression: true }
  const remote = new PostHog(server.projectToken, options)
  const local = new PostHog(server.projectToken, { ...options, personalApiKey: server.personalApiKey })
  try {
    expect(await remote.getFeatureFlag('a', 'u', properties)).toBe('x')
    await local.reloadFeatureFlags()
    expect(await local.getFeatureFlag('a', 'u', { ...properties, onlyEvaluateLocally: true })).toBe('x')
  } finally {
    await Promise.all([remote.shutdown(), local.shutdown()])
  }
})
