import type {
  ConditionSet,
  CreateFlagInput,
  Decision,
  JsonObject,
  PropertyFilter,
  Subject,
  Variant,
} from '@flagdeck/core'
import { isJsonObject } from '@flagdeck/core/operations'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { connection, type FlagdeckServer, flagdeckServer } from './flagdeck-server.ts'

const percentage = fc.constantFrom(0, 1, 33.33, 50, 99, 100)
const plan = fc.constantFrom('free', 'pro', 'Pro', '')

const filter: fc.Arbitrary<PropertyFilter> = fc.record({
  key: fc.constantFrom('plan', 'missing'),
  type: fc.constant('person' as const),
  operator: fc.constantFrom('exact' as const, 'is_not' as const, 'icontains' as const),
  value: fc.constantFrom('pro', 'free', 'x'),
})

const condition = (variants: readonly Variant[]): fc.Arbitrary<ConditionSet> =>
  fc.record({
    properties: fc.array(filter, { maxLength: 2 }),
    rollout_percentage: percentage,
    variant: fc.constantFrom(null, ...variants.map(({ key }) => key)),
  })

/** Variants whose percentages add up to 100, or none. */
const variants = fc
  .constantFrom<readonly number[]>([], [], [100], [50, 50], [0, 100], [10, 20, 70])
  .map((shares) => shares.map((rollout_percentage, index) => ({ key: `v${index}`, rollout_percentage })))

const flag: fc.Arbitrary<Omit<CreateFlagInput, 'key'>> = variants.chain((some) =>
  fc.record({
    active: fc.boolean().map((coin) => coin || some.length > 1),
    filters: fc.record({
      groups: fc.array(condition(some), { minLength: 1, maxLength: 3 }),
      multivariate: fc.constant(some.length === 0 ? null : { variants: some }),
      payloads: fc.constant(some.length === 0 ? { true: '{"a":1}' } : { v0: '0' }),
    }),
  }),
)

const subject: fc.Arbitrary<Subject> = fc.record({
  distinctId: fc.string({ minLength: 1, unit: 'grapheme' }),
  properties: fc.record({ plan }),
})

const FLAGS = 200
const SUBJECTS = 20

test('PROTO-29 the embedded library, /flags/ and OFREP agree on random flags and subjects', async () => {
  const server = await flagdeckServer()
  const inputs = fc.sample(flag, FLAGS)
  for (const [index, input] of inputs.entries()) await server.flags.create({ ...input, key: `flag-${index}` })
  const outcomes = new Set<string>()
  for (const each of fc.sample(subject, SUBJECTS)) {
    const decisions = server.flags.evaluateAll(each)
    const [remote, bulk] = [await fromFlags(server, each), await fromOfrep(server, each)]
    expect(Object.keys(bulk)).toHaveLength(FLAGS)
    for (const decision of decisions) {
      outcomes.add(`${decision.reason.code} ${decision.variant !== null}`)
      expect(remote[decision.key], decision.key).toEqual(asFlagsAnswer(decision))
      expect(bulk[decision.key], decision.key).toMatchObject(asOfrepItem(decision))
      if (decision.enabled === false && isMultivariate(inputs, decision)) {
        expect(bulk[decision.key]).not.toHaveProperty('value')
      }
    }
    const key = `flag-${each.distinctId.length}`
    expect(await fromOfrep(server, each, key)).toEqual(bulk[key])
  }
  // The comparison covered enough different results.
  expect(outcomes.size).toBeGreaterThanOrEqual(5)
})

function isMultivariate(inputs: readonly Omit<CreateFlagInput, 'key'>[], { key }: Decision): boolean {
  return (inputs[Number(key.slice('flag-'.length))]?.filters?.multivariate ?? null) !== null
}

/** The response does not include disabled flags. */
function asFlagsAnswer({ reason, enabled, variant, payload }: Decision) {
  if (reason.code === 'flag_disabled') return undefined
  return expect.objectContaining({
    enabled,
    variant,
    reason: { code: reason.code, condition_index: reason.conditionIndex, description: reason.description },
    metadata: expect.objectContaining({ payload }),
  })
}

function asOfrepItem({ reason, enabled, variant, payload }: Decision) {
  return {
    ...(enabled ? { value: variant ?? true } : {}),
    ...(variant === null ? {} : { variant }),
    metadata: { reason: reason.code, ...(payload === null ? {} : { payload }) },
  }
}

async function fromFlags({ url, project }: FlagdeckServer, { distinctId, properties }: Subject): Promise<JsonObject> {
  const body = { token: project.apiToken, distinct_id: distinctId, person_properties: properties }
  const answer = await post(`${url}/flags/?v=2`, body)
  return isJsonObject(answer.flags) ? answer.flags : {}
}

async function fromOfrep(server: FlagdeckServer, subject: Subject, key?: string): Promise<JsonObject> {
  const { baseUrl, headers } = connection(server)
  const context = { ...subject.properties, targetingKey: subject.distinctId }
  const path = `${baseUrl}/ofrep/v1/evaluate/flags`
  if (key !== undefined) return post(`${path}/${key}`, { context }, headers)
  const { flags } = await post(path, { context }, headers)
  // The form that the protocol defines.
  return Object.fromEntries((flags as unknown as (JsonObject & { key: string })[]).map((item) => [item.key, item]))
}

async function post(url: string, body: object, headers: [string, string][] = []): Promise<JsonObject> {
  const sent: [string, string][] = [...headers, ['content-type', 'application/json']]
  const response = await fetch(url, { method: 'POST', headers: sent, body: JSON.stringify(body) })
  expect(response.status).toBe(200)
  return response.json()
}
