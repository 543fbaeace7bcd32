import { describe, expect, it } from 'vitest'
import { createDashboard } from '../../features/dashboards/create-dashboard.ts'
import { retrieveDashboard } from '../../features/dashboards/retrieve-dashboard.ts'
import { listFlagActivity } from '../../features/flags/list-flag-activity.ts'
import { listFlags } from '../../features/flags/list-flags.ts'
import { authenticateKey } from '../../features/identity/authenticate.ts'
import { createPersonalApiKey } from '../../features/identity/create-personal-api-key.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { pageRequest } from '../pagination/page.ts'
import { timestampOf } from './timestamp.ts'

const DAY_MS = 86_400_000
const ADA = { distinctId: 'ada' }
const filtersFor = (isOn: boolean) => ({ groups: [{ rollout_percentage: isOn ? 100 : 0 }] })

describe.each([
  ['back', -DAY_MS],
  ['forth', DAY_MS],
  ['forth and back', 0],
])('OUT-10 a clock that is set %s by a day', (_, ms) => {
  /** Returns a deck in which a flag was created and changed before the clock was set back. */
  async function afterTheClockWasSet() {
    const world = await testDeck()
    const { flags, clock, context, member } = world
    const { id } = await flags.create({ key: 'beta', filters: filtersFor(false) })
    const dashboard = await createDashboard(context, { name: 'Usage' })
    const { value } = await createPersonalApiKey(context, { user: member, label: 'ci', scopes: ['*'] })
    if (ms === 0) {
      clock.advance(DAY_MS)
      await flags.update(id, { name: 'tomorrow' })
      await authenticateKey(context, value)
      clock.advance(-DAY_MS)
    } else clock.advance(ms)
    return { ...world, id, dashboardId: dashboard.id, value }
  }

  it('keeps every change, in the order in which they were made', async () => {
    const { flags, context, id } = await afterTheClockWasSet()
    const before = await flags.get(id)
    const changed = await flags.update(id, { filters: filtersFor(true), version: before.version })
    expect(changed.version).toBe(before.version + 1)
    expect(changed.projectVersion).toBeGreaterThan(before.projectVersion)
    expect(flags.isEnabled('beta', ADA)).toBe(true)
    const { items } = await listFlagActivity(context, pageRequest(), id)
    expect(items.map(({ verb }) => verb).at(-1)).toBe('created')
    expect(items[0]?.createdAt).toBe(changed.updatedAt)
  })

  it('lets another instance follow', async () => {
    const { flags, store, project, id } = await afterTheClockWasSet()
    const other = await testDeck({ store })
    const elsewhere = await other.deck.project(project.id)
    await flags.update(id, { filters: filtersFor(true) })
    await other.deck.context.snapshots.check()
    expect(elsewhere.flags.isEnabled('beta', ADA)).toBe(true)
    expect(other.deck.context.snapshots.ageMs(project.id)).toBeLessThan(DAY_MS / 2)
  })

  it('lists what was made before and after, and answers dashboards', async () => {
    const { flags, context, clock, dashboardId } = await afterTheClockWasSet()
    await flags.create({ key: 'gamma' })
    const { items } = await listFlags(context, { order: { field: 'id', descending: false } }, pageRequest())
    expect(items.map(({ key }) => key)).toEqual(['beta', 'gamma'])
    expect(await retrieveDashboard(context, dashboardId)).toMatchObject({ lastAccessedAt: timestampOf(clock()) })
  })

  it('lets keys in, and notes when they were used', async () => {
    const { context, clock, member, value } = await afterTheClockWasSet()
    clock.advance(-1)
    await authenticateKey(context, value)
    const used = async () => {
      const keys = await context.store.read((tx) => tx.personalApiKeys.list(member.id))
      return keys[0]?.lastUsedAt
    }
    await expect.poll(used).toBe(timestampOf(clock()))
  })
})
