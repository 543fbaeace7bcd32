import { PostHog } from 'posthog-node'
import { PostHog as OldestPostHog } from 'posthog-node-oldest'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { EVERYBODY, type FlagdeckServer, flagdeckServer } from './openfeature/flagdeck-server.ts'

const AGES = { '5.70.0': PostHog, '3.6.3': OldestPostHog as unknown as typeof PostHog } // the same methods
const PEOPLE = Array.from({ length: 50 }, (_, index) => ({
  distinctId: `user-${index}`,
  personProperties: {
    plan: index % 2 === 0 ? 'pro' : 'free',
    email: `${index}@${index % 3 === 0 ? 'acme' : 'rival'}.test`,
  },
}))

async function serverWithFlags(): Promise<FlagdeckServer> {
  const server = await flagdeckServer()
  const pro = { key: 'plan', type: 'person' as const, operator: 'exact' as const, value: ['pro'] }
  const staff = { key: 'email', type: 'person' as const, operator: 'icontains' as const, value: '@acme.test' }
  const variants = ['a', 'b'].map((key) => ({ key, rollout_percentage: 50 }))
  const { flags } = server
  await flags.create({ key: 'half', filters: { groups: [{ rollout_percentage: 50 }] } })
  await flags.create({ key: 'variants', filters: { groups: EVERYBODY, multivariate: { variants } } })
  await flags.create({
    key: 'targeted',
    filters: { groups: [{ properties: [pro] }, { properties: [staff], rollout_percentage: 50 }] },
  })
  await flags.create({ key: 'servers', evaluationRuntime: 'server', filters: { groups: EVERYBODY } })
  await flags.create({ key: 'clients', evaluationRuntime: 'client', filters: { groups: EVERYBODY } })
  await flags.create({ key: 'off', active: false, filters: { groups: EVERYBODY } })
  return server
}

/** The values that a release of the SDK returns to all users, evaluated locally or by the server. */
async function answers({ url, project }: FlagdeckServer, Sdk: typeof PostHog, isLocal: boolean) {
  const client = new Sdk(project.apiToken, { host: url, ...(isLocal && { personalApiKey: project.secretApiToken }) })
  onTestFinished(() => client.shutdown())
  if (isLocal) await client.reloadFeatureFlags()
  return Promise.all(
    PEOPLE.map(({ distinctId, personProperties }) =>
      client.getAllFlags(distinctId, { personProperties, onlyEvaluateLocally: isLocal }),
    ),
  )
}

describe.each(Object.entries(AGES))('posthog-node %s', (_, Sdk) => {
  test.each([
    ['locally', true],
    ['remotely', false],
  ])('PROTO-70 answers %s as the embedded evaluator does, with the flags that are for servers', async (_, isLocal) => {
    // Newer releases warn about deprecated methods, which does not matter here.
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const server = await serverWithFlags()
    const snapshot = server.flags.snapshot()
    const expected = PEOPLE.map(({ distinctId, personProperties }) =>
      Object.fromEntries(
        ['half', 'variants', 'targeted', 'servers'].map((key) => {
          const { enabled, variant } = snapshot.evaluate(key, { distinctId, properties: personProperties })
          return [key, variant ?? enabled]
        }),
      ),
    )
    expect(new Set(expected.map((each) => JSON.stringify(each))).size).toBeGreaterThan(6)
    const found = await answers(server, Sdk, isLocal)
    expect(found).toMatchObject(expected)
    // Remote evaluation excludes client-only flags. Local evaluation receives the definitions of all flags.
    expect(found.every((each) => 'clients' in each)).toBe(isLocal)
  })
})
