import type { JsonObject } from '@flagdeck/core'
import { describe, expect, it } from 'vitest'
import { called } from '../support/captured-events.ts'
import { countedUsage } from '../support/counted-usage.ts'
import type { NewWorld } from '../support/world.ts'

const DAY_MS = 86_400_000

/** The usage that evaluations count, and its effect on a flag: docs/behaviour/usage.md. */
export function servedUsage(newWorld: NewWorld): void {
  describe('makes a flag', () => {
    it('USAGE-9 stale when its last call is long ago, and active when it is called again', async () => {
      const { owner, flags, anonymous, project, api, newFlag } = await newWorld()
      const { id } = await newFlag({ key: 'f', filters: { groups: [{ rollout_percentage: 100 }] } })
      const state = async () => {
        await api.deck.context.usage.flush()
        const { body: flag } = await owner.get(`${flags}${id}/`)
        const { body: stale } = await owner.get(`${flags}?active=STALE`)
        return [flag.status, flag.last_called_at, stale.count, flag.version]
      }
      const daysAgo = (days: number) => `${new Date(api.clock() - days * DAY_MS).toISOString().slice(0, 19)}Z`
      const sendCall = async (days: number) => {
        const timestamp = daysAgo(days)
        await anonymous.post('/batch/', { api_key: project.apiToken, batch: [called('f', 'ada', {}, { timestamp })] })
      }
      expect(await state()).toEqual(['ACTIVE', null, 0, 1])
      await sendCall(31)
      expect(await state()).toEqual(['STALE', daysAgo(31), 1, 1])
      await sendCall(2)
      expect(await state()).toEqual(['ACTIVE', daysAgo(2), 0, 1])
      const edited = await owner.patch(`${flags}${id}/`, { name: 'edited' })
      expect(edited.status).toBe(200)
      await anonymous.post('/flags/?v=2', { token: project.apiToken, distinct_id: 'ada' })
      expect(await state()).toEqual(['ACTIVE', daysAgo(0), 0, 2])
      await sendCall(31)
      expect(await state()).toEqual(['ACTIVE', daysAgo(0), 0, 2])
    })
  })

  describe('counts', () => {
    it.each<[string, string, (token: string) => JsonObject]>([
      ['/flags/', '/flags/?v=2', (token) => ({ token, distinct_id: 'ada' })],
      ['/decide/', '/decide/?v=3', (token) => ({ token, distinct_id: 'ada' })],
      ['OFREP for all flags', '/ofrep/v1/evaluate/flags', () => ({ context: { targetingKey: 'ada' } })],
      ['OFREP for one flag', '/ofrep/v1/evaluate/flags/f', () => ({ context: { targetingKey: 'ada' } })],
    ])('USAGE-44 what %s answers as evaluations, and as no exposures', async (_, path, body) => {
      const world = await newWorld()
      const { anonymous, project, newFlag } = world
      await newFlag({ key: 'f', filters: { groups: [{ rollout_percentage: 100 }] } })
      const headers = { authorization: `Bearer ${project.apiToken}` }
      for (let again = 0; again < 2; again++) {
        expect((await anonymous.post(path, body(project.apiToken), { headers })).status).toBe(200)
      }
      expect(await countedUsage(world, { measure: 'evaluations', by: ['flagKey', 'variant', 'source'] })).toEqual([
        { flagKey: 'f', variant: 'true', source: 'server', count: 2, errors: 0 },
      ])
      expect(await countedUsage(world)).toEqual([])
    })

    it('USAGE-44 under the SDK that the user agent names', async () => {
      const world = await newWorld()
      const { anonymous, project, newFlag } = world
      await newFlag({ key: 'f', filters: { groups: [{ rollout_percentage: 100 }] } })
      for (const agent of ['posthog-node/5.70.0', 'posthog-node/3.6.0', 'posthog-python/6.7.1', 'curl/8.5.0']) {
        const headers = { 'user-agent': agent }
        await anonymous.post('/flags/?v=2', { token: project.apiToken, distinct_id: 'ada' }, { headers })
      }
      const row = (sdk: string, count: number) => ({ flagKey: 'f', sdk, count, errors: 0 })
      expect(await countedUsage(world, { measure: 'evaluations', by: ['flagKey', 'sdk'] })).toEqual([
        row('', 1),
        row('posthog-node', 2),
        row('posthog-python', 1),
      ])
    })

    it('USAGE-44 nothing for people who look into flags', async () => {
      const world = await newWorld()
      const { owner, flags, newFlag } = world
      const { id } = await newFlag({ key: 'f', filters: { groups: [{ rollout_percentage: 100 }] } })
      for (const path of ['evaluation_reasons/?distinct_id=ada', 'my_flags/', 'local_evaluation/', `${id}/`]) {
        expect((await owner.get(`${flags}${path}`)).status).toBe(200)
      }
      expect(await countedUsage(world, { measure: 'evaluations' })).toEqual([])
    })
  })
}
