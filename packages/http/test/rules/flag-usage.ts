import type { FlagCall } from '@flagdeck/core/store'
import { expect, it, onTestFinished } from 'vitest'
import { listIn, resultsOf } from '../support/api-response.ts'
import type { NewWorld } from '../support/world.ts'

const DAY_MS = 86_400_000

/** A world with one flag, and functions to call it. */
async function worldWithFlag(newWorld: NewWorld) {
  const world = await newWorld()
  const { usage, clock, snapshots } = world.api.deck.context
  const flag = await world.newFlag({ key: 'new-checkout' })
  // Calls are counted for flags that the instance knows, which normally happens on the first evaluation.
  await snapshots.get(world.project.id)
  const record = (...calls: readonly Partial<FlagCall>[]) => {
    for (const call of calls) {
      usage.record({
        projectId: world.project.id,
        flagKey: flag.key,
        variant: 'true',
        measure: 'exposures',
        source: 'sdk_remote',
        sdk: 'posthog-node',
        distinctId: 'ada',
        count: 1,
        errors: 0,
        at: clock(),
        uuid: null,
        ...call,
      })
    }
    return usage.flush()
  }
  const retrieve = (query = '') => world.owner.get(`${world.flags}${flag.id}/usage/${query}`)
  return { ...world, flag, record, retrieve, now: clock(), today: dayOf(clock()) }
}

function dayOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10)
}

/** The usage of a flag over HTTP: docs/behaviour/insights.md. */
export function flagUsage(newWorld: NewWorld): void {
  it('INSIGHT-50 answers the usage of a flag of the last 30 days', async () => {
    const { record, retrieve, today, now } = await worldWithFlag(newWorld)
    await record(
      {},
      { distinctId: 'bob', variant: 'false', errors: 1 },
      { at: now - DAY_MS, sdk: 'web' },
      { measure: 'evaluations', source: 'unleash', distinctId: null, count: 40, sdk: '' },
    )
    const { status, body } = await retrieve()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      interval: 'day',
      measure: 'exposures',
      timezone: 'UTC',
      totals: { exposures: 3, evaluations: 40, users: 2, errors: 1 },
      by_variant: [
        { variant: 'false', exposures: 1, evaluations: 0, users: 1, errors: 1 },
        { variant: 'true', exposures: 2, evaluations: 40, users: 1, errors: 0 },
      ],
      sdks: [
        { sdk: null, exposures: 0, evaluations: 40 },
        { sdk: 'posthog-node', exposures: 2, evaluations: 0 },
        { sdk: 'web', exposures: 1, evaluations: 0 },
      ],
      approximate: false,
      users_coverage: { complete: true, sources_without_users: [] },
    })
    expect(body.buckets).toHaveLength(31)
    expect(listIn(body, 'buckets').at(-1)).toEqual({
      start: today,
      count: 2,
      errors: 1,
      users: 2,
      variants: [
        { variant: 'false', count: 1 },
        { variant: 'true', count: 1 },
      ],
    })
    expect(Date.parse(String(body.last_seen)) - Date.parse(String(body.first_seen))).toBe(DAY_MS)
  })

  it('INSIGHT-51 answers the steps of the measure that was asked for, and who is missing in it', async () => {
    const { record, retrieve, today } = await worldWithFlag(newWorld)
    await record({ measure: 'evaluations', source: 'unleash', distinctId: null, count: 40 }, {})
    const { body } = await retrieve('?measure=evaluations&date_from=dStart')
    expect(body.buckets).toEqual([
      { start: today, count: 40, errors: 0, users: 0, variants: [{ variant: 'true', count: 40 }] },
    ])
    expect(body.users_coverage).toEqual({ complete: false, sources_without_users: ['unleash'] })
  })

  it('INSIGHT-12 answers hours as moments', async () => {
    const { record, retrieve, now } = await worldWithFlag(newWorld)
    await record({})
    const { body } = await retrieve('?interval=hour&date_from=-24h')
    expect(body.buckets).toHaveLength(25)
    const hour = new Date(Math.floor(now / 3_600_000) * 3_600_000).toISOString().replace('.000Z', 'Z')
    expect(listIn(body, 'buckets').at(-1)).toMatchObject({ start: hour, count: 1, users: 1 })
    expect(body.resolved_date_range).toMatchObject({ date_from: listIn(body, 'buckets')[0]?.start })
  })

  it('INSIGHT-50 answers nothing of a flag that nobody called', async () => {
    const { retrieve } = await worldWithFlag(newWorld)
    const { body } = await retrieve('?date_from=-7d')
    expect(body).toMatchObject({
      totals: { exposures: 0, evaluations: 0, users: 0, errors: 0 },
      by_variant: [],
      sdks: [],
      first_seen: null,
      last_seen: null,
    })
    expect(listIn(body, 'buckets').map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
  })

  it.each([
    ['interval=minute', 'interval', 'invalid_choice'],
    ['measure=clicks', 'measure', 'invalid_choice'],
    ['date_from=yesterday', 'date_from', 'invalid_input'],
    ['date_to=2026-02-31', 'date_to', 'invalid_input'],
    ['date_from=2026-11-20&date_to=2026-11-19', 'date_from', 'invalid_input'],
    ['date_from=2000-01-01&interval=hour', 'date_from', 'invalid_input'],
  ])('INSIGHT-50 refuses %s', async (query, attr, code) => {
    const { retrieve } = await worldWithFlag(newWorld)
    const answer = await retrieve(`?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ type: 'validation_error', code, attr })
  })

  it('USAGE-70 USAGE-71 a flag keeps its numbers under another key, and who gets the old one begins at zero', async () => {
    const { flag, flags, record, retrieve, owner, newFlag, api, project } = await worldWithFlag(newWorld)
    const { usage } = api.deck.context
    const { flags: embedded } = await api.deck.project(project.id)
    await record({}, { distinctId: 'bob' })
    // This call is counted but not yet written when the key changes.
    embedded.isEnabled(flag.key, { distinctId: 'ada' })
    expect((await owner.patch(`${flags}${flag.id}/`, { key: 'renamed' })).status).toBe(200)
    const heir = await newFlag({ key: 'new-checkout' })
    await record({}, { flagKey: 'renamed', distinctId: 'eve' })
    embedded.isEnabled('renamed', { distinctId: 'ada' })
    embedded.isEnabled('new-checkout', { distinctId: 'ada' })
    await usage.flush()
    const [own, inherited] = [await retrieve(), await owner.get(`${flags}${heir.id}/usage/`)]
    expect(own.body.totals).toMatchObject({ exposures: 4, evaluations: 2, users: 3 })
    expect(inherited.body.totals).toMatchObject({ exposures: 2, evaluations: 1, users: 1 })
    const listed = resultsOf(await owner.get(`${flags}?usage=7d&order=key`))
    expect(listed.map(({ key, usage_7d, last_called_at }) => [key, usage_7d, last_called_at !== null])).toMatchObject([
      ['new-checkout', { exposures: 2, evaluations: 1 }, true],
      ['renamed', { exposures: 4, evaluations: 2 }, true],
    ])
  })

  it('USAGE-76 the usage of a flag is reset by users who may edit it, and counts from then on', async () => {
    const { record, retrieve, owner, flags, flag, api } = await worldWithFlag(newWorld)
    const { clock } = api
    await record({}, { distinctId: 'bob' })
    clock.advance(5000)
    onTestFinished(() => clock.advance(-5000))
    const reset = await owner.post(`${flags}${flag.id}/reset_usage/`, {})
    const resetAt = new Date(clock()).toISOString()
    expect(reset.status).toBe(200)
    expect(reset.body).toMatchObject({ version: 1, last_called_at: null, usage_reset_at: expect.any(String) })
    expect(Date.parse(String(reset.body.usage_reset_at))).toBe(Date.parse(resetAt))
    expect((await retrieve()).body).toMatchObject({
      reset_at: reset.body.usage_reset_at,
      totals: { exposures: 0, users: 0 },
      first_seen: null,
    })
    await record({ distinctId: 'bob', at: clock() })
    expect((await retrieve()).body).toMatchObject({ totals: { exposures: 1, users: 1 } })
    const { body } = await owner.get(`${flags}${flag.id}/activity/`)
    expect(listIn(body, 'results')[0]).toMatchObject({
      activity: 'updated',
      detail: { changes: [{ field: 'usage_reset_at', action: 'created', before: null }] },
    })
    await owner.patch(`${flags}${flag.id}/`, { deleted: true })
    const refused = await owner.post(`${flags}${flag.id}/reset_usage/`, {})
    expect([refused.status, (await owner.post(`${flags}0/reset_usage/`, {})).status]).toEqual([400, 404])
  })

  it('INSIGHT-50 finds no flag of another project', async () => {
    const { flag, owner, sister } = await worldWithFlag(newWorld)
    expect((await owner.get(`/api/projects/${sister.id}/feature_flags/${flag.id}/usage/`)).status).toBe(404)
  })

  it('INSIGHT-52 answers calls of seven days beside the flags of a list, where they are asked for', async () => {
    const { record, newFlag, owner, flags, now } = await worldWithFlag(newWorld)
    await newFlag({ key: 'unused' })
    await record({}, { at: now - 6 * DAY_MS }, { at: now - 7 * DAY_MS }, { measure: 'evaluations', count: 5 })
    const listed = resultsOf(await owner.get(`${flags}?usage=7d&order=key`))
    expect(listed.map((flag) => [flag.key, flag.usage_7d])).toEqual([
      [
        'new-checkout',
        {
          exposures: 2,
          evaluations: 5,
          by_day: { exposures: [1, 0, 0, 0, 0, 0, 1], evaluations: [0, 0, 0, 0, 0, 0, 5] },
        },
      ],
      [
        'unused',
        {
          exposures: 0,
          evaluations: 0,
          by_day: { exposures: [0, 0, 0, 0, 0, 0, 0], evaluations: [0, 0, 0, 0, 0, 0, 0] },
        },
      ],
    ])
    expect(resultsOf(await owner.get(flags))[0]).not.toHaveProperty('usage_7d')
    expect((await owner.get(`${flags}?usage=30d`)).status).toBe(400)
  })
}
