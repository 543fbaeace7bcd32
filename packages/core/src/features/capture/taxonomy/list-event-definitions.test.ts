import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../foundation/time/durations.ts'
import { testDeck } from '../../../testing/test-deck.ts'
import { type EventDefinitionFilter, listEventDefinitions } from './list-event-definitions.ts'

const NAME = '$feature_flag_called'

async function deckWithCalls(...timesAgo: readonly number[]) {
  const deck = await testDeck()
  const { usage, snapshots } = deck.context
  await deck.flags.create({ key: 'flag' })
  await snapshots.get(deck.project.id)
  for (const [index, ago] of timesAgo.entries()) {
    usage.record({
      projectId: deck.project.id,
      flagKey: 'flag',
      variant: 'true',
      measure: index % 2 === 0 ? 'exposures' : 'evaluations',
      source: 'sdk_remote',
      sdk: 'posthog-node',
      distinctId: 'u',
      count: 1,
      errors: 0,
      at: deck.clock() - ago,
      uuid: null,
    })
  }
  await usage.flush()
  const list = (filter: EventDefinitionFilter = {}) => listEventDefinitions(deck.context, filter)
  return { ...deck, list }
}

it('USAGE-77 no event is known before a call was counted', async () => {
  const { list } = await deckWithCalls()
  expect(await list()).toEqual([])
})

it('USAGE-77 the event of calls is known with the first day and the last hour', async () => {
  const { list, clock, project } = await deckWithCalls(5 * DAY_MS, 3 * HOUR_MS, 30 * DAY_MS)
  expect(project.timezone).toBe('UTC')
  const iso = (epochMs: number, length: number) => new Date(epochMs).toISOString().slice(0, length)
  const [event] = await list()
  expect(event).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    name: NAME,
    createdAt: `${iso(clock() - 30 * DAY_MS, 10)}T00:00:00.000000Z`,
    lastSeenAt: `${iso(clock() - 3 * HOUR_MS, 13)}:00:00.000000Z`,
  })
  expect(await list()).toEqual([event])
})

it('USAGE-77 the event is found by its name, its type and its age', async () => {
  const { list, clock } = await deckWithCalls(0)
  for (const filter of [
    { search: 'FLAG called' },
    { names: [NAME, 'x'] },
    { eventType: 'event_posthog' },
    { excludeStale: true },
  ] as const) {
    expect(await list(filter), JSON.stringify(filter)).toHaveLength(1)
  }
  for (const filter of [
    { search: 'pageview' },
    { names: ['x'] },
    { excludedNames: [NAME] },
    { eventType: 'event_custom' },
  ] as const) {
    expect(await list(filter), JSON.stringify(filter)).toEqual([])
  }
  clock.advance(40 * DAY_MS)
  expect([await list({ excludeStale: true }), (await list()).length]).toEqual([[], 1])
})

it('USAGE-77 takes the right to read insights', async () => {
  const { as, member } = await testDeck()
  const stranger = await as(member, { scopes: ['person:read'] })
  await expect(listEventDefinitions(stranger, {})).rejects.toMatchObject({ kind: 'permission_denied' })
})
