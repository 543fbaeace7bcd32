import type { JsonObject } from '@flagdeck/core'
import { expect, it } from 'vitest'
import { askFlags } from '../support/ask-flags.ts'
import type { NewWorld, World } from '../support/world.ts'

function person(properties: JsonObject): JsonObject {
  return {
    groups: [{ properties: Object.entries(properties).map(([key, value]) => ({ key, value, type: 'person' })) }],
  }
}

/** The subject in the request of an SDK: docs/reference/sdk-requests.md. */
export function sdkSubjects(newWorld: NewWorld): void {
  const EXPECTED = ['by-device', 'by-group', 'by-group-key', 'by-person', 'for-all']

  async function everyCondition(world: World): Promise<World> {
    const group = { type: 'group', group_type_index: 0 }
    const byGroup = (properties: JsonObject[]) => ({ groups: [{ properties, aggregation_group_type_index: 0 }] })
    await world.newFlag({ key: 'for-all' })
    await world.newFlag({ key: 'by-person', filters: person({ plan: 'pro' }) })
    await world.newFlag({ key: 'by-group-key', filters: byGroup([{ key: '$group_key', value: 'acme', ...group }]) })
    await world.newFlag({ key: 'by-group', filters: byGroup([{ key: 'size', value: 'big', ...group }]) })
    const half = { groups: [{ rollout_percentage: 99.9 }] }
    await world.newFlag({ key: 'by-device', bucketing_identifier: 'device_id', filters: half })
    return world
  }

  const names: readonly [string, JsonObject][] = [
    [
      'the newest names',
      {
        distinct_id: 'u1',
        groups: { organization: 'acme' },
        person_properties: { plan: 'pro' },
        group_properties: { organization: { size: 'big' } },
        $device_id: 'd1',
        $anon_distinct_id: 'a1',
      },
    ],
    [
      'their aliases',
      {
        $distinct_id: 'u1',
        $groups: { organization: 'acme' },
        $properties: { plan: 'pro' },
        $group_properties: { organization: { size: 'big' } },
        device_id: 'd1',
        anon_distinct_id: 'a1',
      },
    ],
  ]
  for (const [what, fields] of names) {
    it(`HTTP-71 is described by ${what}`, async () => {
      const world = await everyCondition(await newWorld())
      for (const token of ['token', 'api_key', '$token']) {
        const { body } = await world.anonymous.post('/flags/?v=2', { [token]: world.project.apiToken, ...fields })
        const decided = body.flags as unknown as Record<string, { enabled: boolean }> // validated against its schema
        const enabled = Object.entries(decided).flatMap(([key, flag]) => (flag.enabled ? [key] : []))
        expect(enabled.toSorted(), token).toEqual(EXPECTED)
      }
    })
  }

  it('HTTP-71 may have a number as its id, which counts as its text', async () => {
    const world = await newWorld()
    for (let flag = 0; flag < 8; flag++) await world.newFlag({ filters: { groups: [{ rollout_percentage: 50 }] } })
    const byNumber = await askFlags(world, { distinct_id: 42 })
    expect(byNumber.body.flags).toEqual((await askFlags(world, { distinct_id: '42' })).body.flags)
    expect((await askFlags(world, { distinct_id: 0 })).status).toBe(200)
  })

  it('HTTP-71 is taken from the first name that has a value', async () => {
    const world = await newWorld()
    await world.newFlag({ key: 'k', filters: person({ plan: 'pro' }) })
    const fields = { person_properties: null, $properties: { plan: 'pro' } }
    expect((await askFlags(world, fields)).body.flags).toMatchObject({ k: { enabled: true } })
  })

  it('HTTP-71 is read leniently: what makes no sense is as if it were missing', async () => {
    const world = await everyCondition(await newWorld())
    const nonsense = { groups: 'acme', person_properties: [1], group_properties: { organization: 5 }, $device_id: {} }
    const { status, body } = await askFlags(world, nonsense)
    expect(status).toBe(200)
    expect(body.flags).toMatchObject({ 'for-all': { enabled: true }, 'by-person': { enabled: false } })
  })

  const missing: readonly [string, JsonObject][] = [
    ['missing', {}],
    ['null', { distinct_id: null }],
    ['a boolean', { distinct_id: true }],
    ['an object', { distinct_id: {} }],
    ['a list', { distinct_id: ['u'] }],
  ]
  for (const [what, fields] of missing) {
    it(`HTTP-71 is refused with 400 when its id is ${what}`, async () => {
      const { anonymous, project } = await newWorld()
      const { status, body } = await anonymous.post('/flags/?v=2', { token: project.apiToken, ...fields })
      expect(status).toBe(400)
      expect(body).toMatchObject({ type: 'validation_error', code: 'required', attr: 'distinct_id' })
    })
  }
}
