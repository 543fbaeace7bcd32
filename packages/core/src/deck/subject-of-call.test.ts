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
    ['distinct_id', { distinct_id: 'u' }, 'was called with distinct_id, which is called distinctId here.'],
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
