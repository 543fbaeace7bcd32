import type { JsonObject, JsonValue } from '@flagdeck/core'
import { UserSet } from '@flagdeck/core/store'
import { describe, expect, it } from 'vitest'
import { countedUsage } from '../support/counted-usage.ts'
import type { NewWorld } from '../support/world.ts'

const UNLEASH = '/api/client/metrics'
const UNLEASH_PATHS = [UNLEASH, '/api/frontend/client/metrics', '/api/client/metrics/bulk'] as const
const COLLECTOR = '/v1/data/collector'

async function worldWithFlags(newWorld: NewWorld) {
  const world = await newWorld()
  for (const key of ['f', 'g']) await world.newFlag({ key })
  const authorization = world.project.apiToken
  const send = (path: string, json: JsonValue, headers: Record<string, string> = {}) =>
    world.anonymous.post(path, json, { headers: { authorization, ...headers } })
  const evaluations = (by: NonNullable<Parameters<typeof countedUsage>[1]>['by'] = ['flagKey', 'variant']) =>
    countedUsage(world, { measure: 'evaluations', by })
  return { ...world, authorization, send, evaluations }
}

/** The metrics of an Unleash SDK, as `unleash-client` sends them. */
function measured(toggles: JsonObject, bucket: JsonObject = {}): JsonObject {
  const start = '2026-01-01T11:59:00.000Z'
  return {
    appName: 'shop',
    instanceId: 'one',
    bucket: { start, stop: '2026-01-01T12:00:00.000Z', ...bucket, toggles },
    specVersion: '5.2.2',
  }
}

/** Usage that SDKs of other services report: docs/behaviour/capture.md. */
export function usageSources(newWorld: NewWorld): void {
  describe('of Unleash', () => {
    it('CAPTURE-30 counts yes, no and variants as evaluations', async () => {
      const { send, evaluations, project, api } = await worldWithFlags(newWorld)
      const toggles = {
        f: { yes: 5, no: 2, variants: {} },
        g: { yes: 9, no: 3, variants: { red: 4, blue: 2, disabled: 3 } },
        unknown: { yes: 1, no: 0 },
      }
      const sdk = { 'unleash-sdk': 'unleash-node-sdk:6.12.1' }
      const { status, text } = await send(UNLEASH, measured(toggles), sdk)
      expect([status, text]).toEqual([202, null])
      expect(await evaluations(['flagKey', 'variant', 'source', 'sdk'])).toEqual(
        [
          ['f', 'false', 2],
          ['f', 'true', 5],
          ['g', 'blue', 2],
          ['g', 'false', 3],
          ['g', 'red', 4],
          ['g', 'true', 3],
        ].map(([flagKey, variant, count]) => {
          return { flagKey, variant, source: 'unleash', sdk: 'unleash-node-sdk', count, errors: 0 }
        }),
      )
      const query = { measure: 'evaluations', period: 'day', from: '2000-01-01', until: '3000-01-01' } as const
      expect(await api.deck.context.store.read((tx) => tx.userSets.list(project.id, query))).toEqual([])
    })

    it('CAPTURE-30 is booked at the end of its interval, and never in the future', async () => {
      const { send, evaluations } = await worldWithFlags(newWorld)
      for (const stop of ['2025-12-30T00:00:01Z', '2030-01-01T00:00:00Z', 'nonsense', null]) {
        await send(UNLEASH, measured({ f: { yes: 1 } }, { stop }))
      }
      expect(await evaluations(['start'])).toEqual([
        { start: '2025-12-30', count: 1, errors: 0 },
        { start: '2026-01-01', count: 3, errors: 0 },
      ])
    })

    it('CAPTURE-30 may come from a page, and gathered by Unleash Edge', async () => {
      const { send, evaluations } = await worldWithFlags(newWorld)
      await send('/api/frontend/client/metrics', measured({ f: { yes: 1, no: 1, variants: {} } }))
      const gathered = { appName: 'shop', environment: 'production', timestamp: '2026-01-01T11:00:00Z' }
      await send('/api/client/metrics/bulk', {
        applications: [],
        metrics: [
          { ...gathered, featureName: 'f', yes: 3, no: 0, variants: {} },
          { ...gathered, featureName: 'g', yes: 3, no: 0, variants: { red: 3 } },
        ],
      })
      expect(await evaluations()).toEqual([
        { flagKey: 'f', variant: 'false', count: 1, errors: 0 },
        { flagKey: 'f', variant: 'true', count: 4, errors: 0 },
        { flagKey: 'g', variant: 'red', count: 3, errors: 0 },
      ])
    })

    it('CAPTURE-30 is taken although some of it makes no sense', async () => {
      const { send, evaluations } = await worldWithFlags(newWorld)
      const counts = [5, null, [], { yes: '5' }, { yes: -1, no: 0.5 }, { yes: 1e300 }, { no: 2, variants: [1] }]
      for (const f of counts) expect((await send(UNLEASH, measured({ f, '': { yes: 1 } }))).status).toBe(202)
      for (const bucket of [5, null, {}, { toggles: [1] }]) expect((await send(UNLEASH, { bucket })).status).toBe(202)
      for (const metrics of [5, [5], [{}], [{ featureName: 5, yes: 1 }]]) {
        expect((await send('/api/client/metrics/bulk', { metrics })).status).toBe(202)
      }
      const less = { yes: 1, no: 0, variants: { red: 4, disabled: 7 } }
      expect((await send(UNLEASH, measured({ g: less }))).status).toBe(202)
      expect(await evaluations()).toEqual([
        { flagKey: 'f', variant: 'false', count: 2, errors: 0 },
        { flagKey: 'g', variant: 'red', count: 4, errors: 0 },
      ])
    })
  })

  describe('of GO Feature Flag', () => {
    const event = (fields: JsonObject = {}): JsonObject => ({
      kind: 'feature',
      contextKind: 'user',
      userKey: 'u',
      creationDate: 1767268800,
      key: 'f',
      variation: 'on',
      value: true,
      default: false,
      ...fields,
    })

    it('CAPTURE-31 counts each evaluation, with its user', async () => {
      const { send, evaluations, project, api } = await worldWithFlags(newWorld)
      const events = [
        event(),
        event(),
        event({ userKey: 'v', value: false, creationDate: 1767268800123 }),
        event({ key: 'g', variation: 'red', value: '#f00' }),
        event({ key: 'g', variation: 'SdkDefault', value: '#000', default: true }),
        event({ kind: 'tracking' }),
        event({ creationDate: 1767100000 }),
      ]
      const { status, body } = await send(COLLECTOR, { meta: { provider: 'javascript' }, events })
      expect([status, body]).toEqual([200, { ingestedContentCount: 7 }])
      expect(await evaluations(['start', 'flagKey', 'variant', 'source', 'sdk'])).toEqual(
        [
          ['2025-12-30', 'f', 'true', 1, 0],
          ['2026-01-01', 'f', 'false', 1, 0],
          ['2026-01-01', 'f', 'true', 2, 0],
          ['2026-01-01', 'g', '', 1, 1],
          ['2026-01-01', 'g', 'red', 1, 0],
        ].map(([start, flagKey, variant, count, errors]) => {
          return { start, flagKey, variant, source: 'go_feature_flag', sdk: 'javascript', count, errors }
        }),
      )
      const query = { measure: 'evaluations', period: 'day', from: '2026-01-01', until: '2026-01-02' } as const
      const sets = await api.deck.context.store.read((tx) =>
        tx.userSets.list(project.id, { ...query, flagKeys: ['f'] }),
      )
      expect(sets.map(({ variant, users }) => [variant, UserSet.read(users).size]).toSorted()).toEqual([
        ['false', 1],
        ['true', 1],
      ])
    })

    it('CAPTURE-31 refuses what is no list, and lets go what makes no sense in it', async () => {
      const { send, evaluations } = await worldWithFlags(newWorld)
      for (const body of [{}, { events: 5 }, { events: { a: 1 } }, []]) {
        expect((await send(COLLECTOR, body)).status).toBe(400)
      }
      const odd = [5, null, [], {}, event({ key: 5 }), event({ key: '' }), event({ creationDate: 'x', userKey: 5 })]
      expect((await send(COLLECTOR, { events: odd })).body).toEqual({ ingestedContentCount: 7 })
      expect(await evaluations()).toEqual([{ flagKey: 'f', variant: 'true', count: 1, errors: 0 }])
    })
  })

  for (const path of [...UNLEASH_PATHS, COLLECTOR]) {
    it(`CAPTURE-32 is let in to ${path} by tokens and keys, wherever SDKs put them`, async () => {
      const { anonymous, project, owner, keyOf, sister, foreign } = await worldWithFlags(newWorld)
      const body = { bucket: { toggles: {} }, metrics: [], events: [] }
      const status = async (headers: Record<string, string>) => (await anonymous.post(path, body, { headers })).status
      const success = path === COLLECTOR ? 200 : 202
      const reader = await keyOf(owner, ['feature_flag:read'])
      for (const value of [project.apiToken, project.secretApiToken, owner.key ?? '', reader.key ?? '']) {
        expect(await status({ authorization: `Bearer ${value}` })).toBe(success)
        expect(await status({ authorization: value })).toBe(success)
        expect(await status({ 'x-api-key': value })).toBe(success)
      }
      for (const value of ['', 'phc_unknown', 'phs_unknown', 'phx_unknown', 'Basic cGhjOng=']) {
        expect(await status({ authorization: value })).toBe(401)
      }
      const stranger = await keyOf(owner, ['cohort:read'])
      expect(await status({ authorization: stranger.key ?? '' })).toBe(403)
      const bound = await keyOf(owner, ['*'], { projectIds: [sister.id] })
      expect(await status({ authorization: bound.key ?? '' })).toBe(success)
      const elsewhere = `${path}?token=${foreign.project.apiToken}`
      const { status: refused } = await anonymous.post(elsewhere, body, { headers: { authorization: owner.key ?? '' } })
      expect(refused).toBe(403)
    })
  }
}
