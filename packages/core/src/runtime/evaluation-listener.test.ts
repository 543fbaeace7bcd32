import { describe, expect, it } from 'vitest'
import { serveDecisions, serveEvaluatedFlags } from '../features/flags/serve-flags.ts'
import { testDeck } from '../testing/test-deck.ts'
import type { EvaluationEvent } from './evaluation-listener.ts'

const EVERYBODY = { groups: [{}] }
const ADA = { distinctId: 'ada' }

async function heardDeck() {
  const events: EvaluationEvent[] = []
  const deck = await testDeck({ onEvaluation: (event) => events.push(event) })
  await deck.flags.create({ key: 'a', filters: EVERYBODY })
  await deck.flags.create({ key: 'b' })
  return { ...deck, events, answers: () => events.map(({ decisions }) => decisions.map(({ key }) => key).join()) }
}

describe('who listens to evaluations', () => {
  it('EMBED-9 hears of each in this process, with what was answered', async () => {
    const { flags, project, events, answers } = await heardDeck()
    expect(flags.isEnabled('a', ADA)).toBe(true)
    flags.variant('b', ADA)
    flags.evaluate('no-such-flag', ADA)
    const all = flags.evaluateAll({ distinctId: 'bob' })
    expect(answers()).toEqual(['a', 'b', 'no-such-flag', 'a,b'])
    expect(events[3]?.decisions).toBe(all)
    expect(events[3]).toMatchObject({ source: 'embedded', subject: { distinctId: 'bob' } })
    expect(events[3]?.snapshot.project.id).toBe(project.id)
    for (const { durationMs } of events) expect(durationMs).toBeGreaterThanOrEqual(0)
  })

  it('EMBED-9 hears of those for SDKs', async () => {
    const { context, flags, project, events, answers } = await heardDeck()
    const snapshot = await context.snapshots.get(project.id)
    if (!snapshot) throw new Error('the project is gone')
    await serveDecisions(context, snapshot, ADA, { keys: ['a'] })
    await serveEvaluatedFlags(context, snapshot, ADA, {})
    expect(answers()).toEqual(['a', 'a,b'])
    expect(events).toMatchObject([{ source: 'server' }, { source: 'server', subject: ADA }])
    flags.explain('a', ADA)
    flags.snapshot().evaluate('a', ADA)
    expect(events).toHaveLength(2)
  })

  it('EMBED-9 harms no evaluation', async () => {
    const errors: unknown[] = []
    const broken = new Error('deaf')
    const { flags } = await testDeck({
      onError: (error) => errors.push(error),
      onEvaluation: () => {
        throw broken
      },
    })
    await flags.create({ key: 'a', filters: EVERYBODY })
    expect(flags.isEnabled('a', ADA)).toBe(true)
    expect(errors).toEqual([broken])
  })
})
