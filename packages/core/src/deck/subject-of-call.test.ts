import { describe, expect, it } from 'vitest'
import { testDeck } from '../testing/test-deck.ts'

const HALF = { groups: [{ rollout_percentage: 50 }] }
const EVERYBODY = { groups: [{ rollout_percentage: 100 }] }

async function deckOfTwo() {
  const errors: string[] = []
  const { flags } = await testDeck({ onError: (error) => errors.push(String(error)) })
  await flags.create({ key: 'half', filters: HALF })
  await flags.create({ key: 'all', filters: EVERYBODY })
  return { flags, errors }
}

describe('EMBED-46 evaluation for what plain JavaScript passes', () => {
  const mistakes: readonly [string, unknown, string][] = [
    ['a text', 'user', 'was called with a string instead of a subject.'],
    ['nothing', undefined, 'was called without a subject.'],
    ['null', null, 'was called without a subject.'],
    ['distinct_id', { distinct_id: 'u' }, 'was called with distinct_id; the name here is distinctId.'],
    ['no id', {}, 'was called with a subject whose distinctId is missing or empty.'],
    ['an undefined id', { distinctId: undefined }, 'was called with a subject whose distinctId is missing or empty.'],
    ['an empty id', { distinctId: '' }, 'was called with a subject whose distinctId is missing or empty.'],
    ['an object as id', { distinctId: {} }, 'was called with a subject whose distinctId is missing or empty.'],
  ]
  for (const [name, subject, detail] of mistakes) {
    it(`names the mistake, and reports it once: ${name}`, async () => {
      const { flags, errors } = await deckOfTwo()
      for (let n = 0; n < 3; n++) {
        const decision = flags.evaluate('half', subject as never)
        expect(decision).toMatchObject({ enabled: false, failed: false, reason: { code: 'missing_distinct_id' } })
        expect(flags.isEnabled('all', subject as never)).toBe(true)
        const codes = flags.evaluateAll(subject as never).map(({ reason }) => reason.code)
        expect(codes).toEqual(['condition_match', 'missing_distinct_id'])
      }
      expect(errors).toEqual([`TypeError: flags.evaluate ${detail} Pass { distinctId: 'user-42' }.`])
    })
  }

  it('takes a number as its text', async () => {
    const { flags, errors } = await deckOfTwo()
    const decide = (distinctId: unknown) => flags.evaluate('half', { distinctId } as never)
    for (const id of [7, 8, 9, 10]) expect(decide(id)).toEqual(decide(String(id)))
    expect(errors).toEqual([])
  })

  it('survives a subject that throws when it is read', async () => {
    const { flags, errors } = await deckOfTwo()
    const subject = {
      get distinctId(): string {
        throw new Error('no')
      },
    }
    expect(flags.isEnabled('half', subject)).toBe(false)
    expect(errors).toHaveLength(1)
  })
})

const PRO = { groups: [{ properties: [{ key: 'plan', type: 'person', value: 'pro' }] }] } as const

async function deckOfPro() {
  const errors: string[] = []
  const { flags } = await testDeck({ onError: (error) => errors.push(String(error)) })
  await flags.create({ key: 'pro', filters: PRO })
  return { flags, errors }
}

describe('EMBED-50 keys of a subject that evaluation does not read', () => {
  const READS = "Pass { distinctId: 'user-42', properties: { plan: 'pro' } }."
  const unread: readonly [string, object, string][] = [
    [
      'a mistyped key',
      { propertes: { plan: 'pro' } },
      '"propertes", which evaluation does not read: did you mean "properties"?',
    ],
    [
      'the name of posthog-node',
      { personProperties: { plan: 'pro' } },
      '"personProperties", which evaluation does not read: did you mean "properties"?',
    ],
    [
      'the name of PostHog',
      { person_properties: { plan: 'pro' } },
      '"person_properties", which evaluation does not read: did you mean "properties"?',
    ],
    [
      'snake case',
      { group_properties: {} },
      '"group_properties", which evaluation does not read: did you mean "groupProperties"?',
    ],
    [
      'properties without a level',
      { plan: 'pro', email: 'a' },
      `"plan", "email", which evaluation does not read. ${READS}`,
    ],
  ]
  it.each(unread)('are reported once: %s', async (_, fields, detail) => {
    const { flags, errors } = await deckOfPro()
    for (const distinctId of ['a', 'b']) {
      expect(flags.evaluate('pro', { distinctId, ...fields }).reason.code).toBe('no_condition_match')
      flags.evaluateAll({ distinctId, ...fields })
    }
    expect(errors).toEqual([`TypeError: flags.evaluate was called with a subject that has ${detail}`])
  })

  it('are reported by evaluateAll, by isEnabled, and where a rollout decides', async () => {
    const all = await deckOfPro()
    all.flags.evaluateAll({ distinctId: 'a', plan: 'pro' } as never)
    expect(all.errors).toEqual([expect.stringContaining('flags.evaluateAll was called with a subject that has "plan"')])
    const { flags, errors } = await deckOfPro()
    await flags.create({ key: 'none', filters: { groups: [{ rollout_percentage: 0 }] } })
    flags.isEnabled('none', { distinctId: 'a', plan: 'pro' } as never)
    expect(errors).toHaveLength(1)
  })

  it('are no mistake where they are undefined, and known keys never are', async () => {
    const { flags, errors } = await deckOfPro()
    flags.evaluate('pro', { distinctId: 'a', plan: undefined } as never)
    flags.evaluateAll({
      distinctId: 'a',
      properties: {},
      groups: {},
      groupProperties: {},
      deviceId: 'd',
      anonDistinctId: 'x',
      hashKeyOverrides: {},
      cohortIds: [],
      personMetadata: {},
    })
    expect(errors).toEqual([])
  })

  it('are found among many decisions without a mistake', async () => {
    const { flags, errors } = await deckOfPro()
    for (let n = 0; n < 5000; n++) flags.evaluate('pro', { distinctId: 'a' })
    for (let n = 0; n < 128; n++) flags.evaluate('pro', { distinctId: 'a', plan: 'pro' } as never)
    expect(errors).toHaveLength(1)
  })

  it('do not matter to a subject that throws when it is read', async () => {
    const { flags, errors } = await deckOfPro()
    const subject = {
      distinctId: 'a',
      get plan(): string {
        throw new Error('no')
      },
    }
    expect(flags.isEnabled('pro', subject)).toBe(false)
    expect(errors.length).toBeLessThan(2)
  })
})

describe('EMBED-51 parts of a subject that are no objects', () => {
  it.each([
    ['properties', 'pro', 'a string'],
    ['properties', ['pro'], 'a list'],
    ['properties', new Map([['plan', 'pro']]), 'a Map'],
    ['groups', ['x'], 'a list'],
    ['groups', 'x', 'a string'],
    ['groupProperties', 7, 'a number'],
  ])('are reported once: %s: %j', async (name, value, kind) => {
    const { flags, errors } = await deckOfPro()
    for (const distinctId of ['a', 'b']) flags.evaluate('pro', { distinctId, [name]: value } as never)
    expect(errors).toEqual([
      `TypeError: flags.evaluate was called with a subject whose ${name} is ${kind} instead of an object.`,
    ])
  })

  it('may be missing, undefined or null', async () => {
    const { flags, errors } = await deckOfPro()
    flags.evaluate('pro', { distinctId: 'a', properties: null, groups: undefined } as never)
    expect(errors).toEqual([])
  })
})
