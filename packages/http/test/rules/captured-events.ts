import { randomBytes } from 'node:crypto'
import type { JsonObject } from '@flagdeck/core'
import { describe, expect, it } from 'vitest'
import { listIn } from '../support/api-response.ts'
import { called, worldWithFlag } from '../support/captured-events.ts'
import { countedUsage, countedUsers } from '../support/counted-usage.ts'
import type { NewWorld } from '../support/world.ts'

const V1 = '/i/v1/analytics/events'

/** The meaning of captured events: docs/behaviour/capture.md. */
export function capturedEvents(newWorld: NewWorld): void {
  describe('tell that flags were called', () => {
    it('CAPTURE-10 with variant, source, SDK, errors and user', async () => {
      const { send, ...world } = await worldWithFlag(newWorld)
      await send([
        called('f', 'a', { locally_evaluated: true }),
        called('f', 'b', { $feature_flag_response: 'red', $lib: 'web' }),
        called('f', 'c', { $feature_flag_response: 'red', $lib: 'web', $feature_flag_error: 'timeout' }),
        called('f', 'a', { $feature_flag_response: false }),
        called('f', 'd', { $feature_flag_response: null }),
      ])
      expect(await countedUsage(world, { by: ['flagKey', 'variant', 'source', 'sdk'] })).toEqual([
        { flagKey: 'f', variant: '', source: 'sdk_remote', sdk: 'posthog-node', count: 1, errors: 0 },
        { flagKey: 'f', variant: 'false', source: 'sdk_remote', sdk: 'posthog-node', count: 1, errors: 0 },
        { flagKey: 'f', variant: 'red', source: 'sdk_remote', sdk: 'web', count: 2, errors: 1 },
        { flagKey: 'f', variant: 'true', source: 'sdk_local', sdk: 'posthog-node', count: 1, errors: 0 },
      ])
      expect(await countedUsers(world, 'f')).toEqual({ '': 1, false: 1, red: 2, true: 1 })
    })

    it('CAPTURE-10 and a request says which SDK sends events that do not', async () => {
      const { anonymous, token, ...world } = await worldWithFlag(newWorld)
      const { $lib: _, ...properties } = called('f', 'u').properties
      const headers = { authorization: `Bearer ${token}`, 'posthog-sdk-info': 'posthog-node/5.70.0' }
      await anonymous.post(V1, { batch: [{ ...called('f', 'u'), properties }] }, { headers })
      expect(await countedUsage(world, { by: ['sdk'] })).toEqual([{ sdk: 'posthog-node', count: 1, errors: 0 }])
    })

    it('CAPTURE-11 once, also without a UUID as long as they say when', async () => {
      const { send, count } = await worldWithFlag(newWorld)
      const { uuid: _, ...event } = called('f', 'u', {}, { timestamp: '2026-01-01T11:00:00.5+00:00' })
      for (let again = 0; again < 3; again++) await send([event, event], { sent_at: '2026-01-01T12:00:00Z' })
      expect(await count()).toBe(1)
      await send([
        { ...event, timestamp: '2026-01-01T11:00:00.6+00:00' },
        { ...event, uuid: 'no UUID', distinct_id: 'v' },
      ])
      expect(await count()).toBe(3)
    })

    it.each<[string, JsonObject, JsonObject, string, string]>([
      [
        'beside the batch',
        { timestamp: '2025-06-01T00:00:00Z' },
        { sent_at: '2025-06-03T00:00:00Z' },
        '',
        '2025-12-30',
      ],
      [
        'in the event',
        { timestamp: '2025-06-01T00:00:00.000+0000', sent_at: '2025-06-03T00:00:00Z' },
        {},
        '',
        '2025-12-30',
      ],
      ['in the query', { timestamp: '2025-06-01 00:00:00' }, {}, '?sent_at=1748908800000', '2025-12-30'],
      ['in the query under an old name', { timestamp: 1748736000000 }, {}, '?_=1748908800000', '2025-12-30'],
      ['nowhere', { timestamp: '2025-12-20T00:00:00Z' }, {}, '', '2025-12-20'],
      ['as a difference', { offset: 2 * 86_400_000 }, {}, '', '2025-12-30'],
      ['where it is not wanted', IGNORING, { sent_at: '2025-06-03T00:00:00Z' }, '', '2025-12-20'],
      [
        'before the event',
        { timestamp: '2026-06-01T00:00:00Z' },
        { sent_at: '2026-05-01T00:00:00Z' },
        '',
        '2026-01-01',
      ],
      ['as nonsense', { timestamp: 'yesterday', offset: -5 }, { sent_at: [] }, '?sent_at=x', '2026-01-01'],
    ])('CAPTURE-12 on the right day when the sending is said %s', async (_, event, envelope, query, day) => {
      const { send, ...world } = await worldWithFlag(newWorld)
      const now = world.api.clock()
      world.api.clock.advance(Date.UTC(2026, 0, 1, 12) - now)
      try {
        const { properties, ...more } = event
        await send([called('f', 'u', (properties ?? {}) as JsonObject, more)], envelope, `/batch/${query}`)
        expect(await countedUsage(world, { by: ['start'] })).toEqual([{ start: day, count: 1, errors: 0 }])
      } finally {
        world.api.clock.advance(now - Date.UTC(2026, 0, 1, 12))
      }
    })

    it('CAPTURE-12 on the day that it was where the project is', async () => {
      const { send, owner, project, ...world } = await worldWithFlag(newWorld)
      const asia = await owner.patch(`/api/projects/${project.id}/`, { timezone: 'Asia/Kolkata' })
      expect(asia.status).toBe(200)
      // Ten minutes before and after midnight in India.
      for (const time of ['2025-12-30T18:20:00Z', '2025-12-30T18:40:00Z', '2025-12-30T18:40:00Z']) {
        await send([called('f', 'u', {}, { timestamp: time })])
      }
      expect(await countedUsage({ ...world, project }, { by: ['start'] })).toEqual([
        { start: '2025-12-30', count: 1, errors: 0 },
        { start: '2025-12-31', count: 2, errors: 0 },
      ])
    })

    it('CAPTURE-13 with no more than is needed', async () => {
      const { anonymous, token, owner, project } = await worldWithFlag(newWorld)
      const asked = { token, distinct_id: 'u' }
      const flags = await anonymous.post('/flags/?v=2', asked)
      expect(flags.body).toMatchObject({
        minimalFlagCalledEvents: true,
        flags: { f: { metadata: { has_experiment: false } } },
      })
      expect((await anonymous.post('/flags/?v=1', asked)).body).not.toHaveProperty('minimalFlagCalledEvents')
      const feed = await owner.get(`/api/projects/${project.id}/feature_flags/local_evaluation/`)
      expect(feed.body).toMatchObject({ minimal_flag_called_events: true, flags: [{ has_experiment: false }] })
    })
  })

  describe('tell of persons and groups', () => {
    it('CAPTURE-20 beside the event or in its properties, and it counts in evaluation', async () => {
      const { send, properties, newFlag, anonymous, token } = await worldWithFlag(newWorld)
      const { key } = await newFlag({
        filters: { groups: [{ properties: [{ key: 'plan', type: 'person', value: 'pro' }] }] },
      })
      await send([
        { event: '$identify', distinct_id: 'u', $set: { plan: 'pro' }, $set_once: { first: 1 }, properties: {} },
        { event: 'bought', distinct_id: 'u', properties: { $set_once: { first: 2, second: 2 }, $unset: ['gone'] } },
        { event: '$set', distinct_id: 'v', $set: { a: 1 }, properties: { $set: { a: 0, b: 0 } }, $unset: ['b'] },
      ])
      expect(await properties('u')).toEqual({ plan: 'pro', first: 1, second: 2 })
      expect(await properties('v')).toEqual({ a: 1 })
      const { body } = await anonymous.post('/flags/?v=2', { token, distinct_id: 'u', flag_keys: [key] })
      expect(body.flags).toMatchObject({ [key]: { enabled: true } })
    })

    it('CAPTURE-23 whose type may be new where the project lets events add types', async () => {
      const { send, api, project, admin } = await worldWithFlag(newWorld)
      const about = ($group_type: string) => ({
        event: '$groupidentify',
        distinct_id: 'u',
        properties: { $group_type, $group_key: 'k', $group_set: { type: $group_type } },
      })
      const types = async () => (await api.deck.context.store.read((tx) => tx.projects.find(project.id)))?.groupTypes
      await send([about('team')])
      expect(await types()).toEqual(['organization', 'company'])
      const settings = { events_add_group_types: true }
      expect((await admin.patch(`/api/projects/${project.id}/`, settings)).body).toMatchObject(settings)
      await send([about('company'), about('team')])
      const groups = await api.deck.context.store.read(async (tx) => [
        (await tx.projects.find(project.id))?.groupTypes,
        (await tx.groups.find(project.id, 1, 'k'))?.properties,
        (await tx.groups.find(project.id, 2, 'k'))?.properties,
      ])
      expect(groups).toEqual([['organization', 'company', 'team'], { type: 'company' }, { type: 'team' }])
    })

    it('CAPTURE-16 CAPTURE-25 although they say things that no store could keep', async () => {
      const { send, properties, ...world } = await worldWithFlag(newWorld)
      const odd = { 'a\0': 'b\0', '\ud800': '\ud800', '': '', ['x'.repeat(5000)]: null, __proto__x: { __proto__y: 1 } }
      expect((await send([{ event: '$set', distinct_id: 'a\0', $set: odd }])).status).toBe(200)
      expect((await send([{ event: '$set', distinct_id: 'u', $set: odd }])).status).toBe(200)
      expect(await properties('u')).toEqual(odd)
      const names = { $group_type: 'a\0', $group_key: '\0', $group_set: odd }
      expect((await send([{ event: '$groupidentify', distinct_id: '\0', properties: names }])).status).toBe(200)
      const flag = called('f\0', 'u\0', { $feature_flag_response: 'v\0', $lib: 'l\0' })
      const long = called(unlikely(5000), unlikely(5000), {
        $feature_flag_response: unlikely(5000),
        $lib: unlikely(5000),
      })
      const oddVariant = called('f', 'u\0', { $feature_flag_response: 'v\0\ud800', $lib: `l\0${unlikely(5000)}` })
      const longVariant = called('f', 'u', { $feature_flag_response: unlikely(50_000) })
      expect((await send([flag, long, oddVariant, longVariant])).status).toBe(200)
      expect(await countedUsage(world, { by: ['variant', 'sdk'] })).toEqual([
        { variant: '$other', sdk: 'posthog-node', count: 1, errors: 0 },
        { variant: 'v\0\ud800', sdk: '', count: 1, errors: 0 },
      ])
    })

    it('DASH-62 USAGE-27 of flags for groups are counted by group, which the tile of such a flag shows', async () => {
      const { send, api, owner, project, newFlag } = await worldWithFlag(newWorld)
      const filters = { groups: [{ rollout_percentage: 50 }], aggregation_group_type_index: 1 }
      const { id } = await newFlag({ key: 'for-companies', filters })
      const { body } = await owner.post(`/api/projects/${project.id}/feature_flags/${id}/dashboard/`)
      const event = (user: string, company: string, variant: boolean) =>
        called('for-companies', user, { $groups: { company, team: 'x' }, $feature_flag_response: variant })
      await send([event('ada', 'acme', true), event('bob', 'acme', true), event('bob', 'beta', false)])
      await send([event('eve', 'beta', true), called('for-companies', 'eve')])
      await api.deck.context.usage.flush()
      const dashboard = await owner.get(`/api/projects/${project.id}/dashboards/${body.usage_dashboard}/`)
      expect(listIn(dashboard.body, 'tiles')[1]).toMatchObject({
        insight: {
          result: [
            { breakdown_value: 'true', aggregated_value: 2, action: { math: 'unique_group' } },
            { breakdown_value: 'false', aggregated_value: 1 },
          ],
          users_coverage: { complete: true },
        },
      })
    })

    it('CAPTURE-26 of several in one batch, at the same time as others, and nobody loses anything', async () => {
      const { send, properties } = await worldWithFlag(newWorld)
      const about = (distinct_id: string, n: number) => ({ event: '$set', distinct_id, $set: { [`p${n}`]: n } })
      const batches = Array.from({ length: 10 }, (_, n) => {
        const batch = Array.from({ length: 30 }, (_, user) => about(`u${user}`, n))
        return send(n % 2 === 0 ? batch : batch.toReversed())
      })
      for (const { status } of await Promise.all(batches)) expect(status).toBe(200)
      for (const user of ['u0', 'u29']) expect(Object.keys((await properties(user)) ?? {})).toHaveLength(10)
    })
  })
}

/** Text that no database can compress. */
function unlikely(length: number): string {
  return randomBytes(length).toString('base64').slice(0, length)
}

const IGNORING = { timestamp: '2025-12-20T00:00:00Z', properties: { $ignore_sent_at: true } }
