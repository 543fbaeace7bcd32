import type { JsonObject } from '@flagdeck/core'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { call } from '../../packages/server/test/support/server-process.ts'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'
import { type Hand, handOn } from './support/hand.ts'
import { type OrganizationApi, organizationApi } from './support/organization-api.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED the usual jobs in the console: ${chromium.missing}`)
else describe('the usual jobs in the console, in Chromium', () => declare(chromium))

/** The page and the server may share two processors, so responses can be slow. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 })

const FLAGS = '#/project/1/flags'
const DAY_MS = 86_400_000

const calledLongAgo = (key: string) => ({
  event: '$feature_flag_called',
  timestamp: new Date(Date.now() - 60 * DAY_MS).toISOString(),
  properties: { distinct_id: 'ana', $feature_flag: key, $feature_flag_response: true },
})

const PRO = { key: 'plan', type: 'person', operator: 'exact', value: 'pro' }

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession
  let organization: OrganizationApi
  let staging: number

  const create = async (key: string, fields: JsonObject = {}): Promise<number> =>
    Number((await session.api('POST', 'feature_flags/', { key, ...fields })).id)
  const stored = (id: number) => session.api('GET', `feature_flags/${id}/`)
  const begin = async (place = FLAGS): Promise<{ page: Page; hand: Hand }> => {
    const page = await session.open(place)
    await page.getByRole('heading', { level: 1 }).waitFor()
    return { page, hand: handOn(page) }
  }
  const link = (page: Page, key: string): Locator => page.getByRole('link', { name: key, exact: true })

  beforeAll(async () => {
    session = await startConsoleSession(launch)
    organization = await organizationApi(session.server)
    await organization.join('Ben')
    staging = Number((await organization.ask('POST', 'projects/', { name: 'Staging' })).id)
    await session.api('POST', 'groups_types/', { group_type: 'company' })
    await session.api('POST', 'groups/', { group_type_index: 0, group_key: 'acme', group_properties: { name: 'Acme' } })
    for (const user of ['ana', 'kim']) {
      await session.api('PATCH', `persons/${user}/`, { properties: { email: `${user}@acme.com`, plan: 'pro' } })
    }
  })
  afterEach(() => session.closePages())
  // Undefined if the start failed.
  afterAll(() => session?.close())

  it('CONSOLE-320 roll out: raises the percentage of a flag', async () => {
    const id = await create('roll-out', { filters: { groups: [{ rollout_percentage: 10 }] } })
    const { page, hand } = await begin()
    await hand.click(link(page, 'roll-out'))
    await hand.click(page.getByRole('button', { name: /^Change the rollout of set 1/ }))
    await hand.type('50')
    // Enter only saves a value whose effect was shown (CONSOLE-323).
    await page.locator('.rollout-form button[type=submit]:enabled').waitFor()
    await hand.press('Enter')
    await soon(async () => (await stored(id)).filters).toMatchObject({ groups: [{ rollout_percentage: 50 }] })
    expect(hand.effort()).toEqual({ clicks: 2, entries: 2 })
  })

  it('CONSOLE-320 target a company: a flag is on for one company alone', async () => {
    const id = await create('for-acme', { filters: { groups: [{ rollout_percentage: 100 }] } })
    const { page, hand } = await begin()
    await hand.click(link(page, 'for-acme'))
    await hand.click(page.getByRole('link', { name: 'Edit set 1' }))
    const set = page.getByRole('article', { name: 'Set 1' })
    await hand.click(set.getByRole('button', { name: 'company', exact: true }))
    await hand.click(set.getByRole('button', { name: 'Add filter' }))
    await page.locator('input:focus').waitFor()
    await hand.type('key')
    await page.getByRole('option').first().waitFor()
    await hand.press('Enter')
    await hand.click(set.getByRole('combobox', { name: 'Values' }))
    await hand.type('acme')
    await hand.press('Enter')
    await hand.click(page.getByRole('button', { name: 'Save', exact: true }))
    await soon(async () => (await stored(id)).filters).toMatchObject({
      groups: [{ properties: [{ key: '$group_key', value: ['acme'] }], aggregation_group_type_index: 0 }],
    })
    expect(hand.effort()).toEqual({ clicks: 6, entries: 4 })
  })

  it('CONSOLE-320 kill: turns a flag off', async () => {
    const id = await create('kill')
    const { page, hand } = await begin()
    await hand.click(page.getByRole('switch', { name: 'kill', exact: true }))
    await soon(async () => (await stored(id)).active).toBe(false)
    expect(hand.effort()).toEqual({ clicks: 1, entries: 0 })
  })

  it('CONSOLE-320 why: finds out why a user gets a result, by e-mail', async () => {
    await create('why', { filters: { groups: [{ properties: [PRO] }] } })
    const { page, hand } = await begin()
    await hand.click(link(page, 'why'))
    await hand.click(page.getByRole('link', { name: 'Explain' }))
    await page.locator('input:focus').waitFor()
    await hand.type('kim@acme.com')
    await hand.press('Enter')
    await page.getByText('Matched condition set 1').first().waitFor()
    expect(hand.effort()).toEqual({ clicks: 2, entries: 2 })
  })

  it('CONSOLE-320 stale: archives all flags that nothing calls any more', async () => {
    const ids = [await create('stale-1'), await create('stale-2')]
    await session.sdk('/batch/', {
      api_key: session.server.projectToken,
      batch: ['stale-1', 'stale-2'].map(calledLongAgo),
    })
    for (const id of ids) await soon(async () => (await stored(id)).status).toBe('STALE')
    const { page, hand } = await begin()
    await hand.click(page.getByRole('button', { name: /^Stale/ }))
    await hand.click(page.getByRole('checkbox', { name: 'Select all flags on this page' }))
    await hand.click(page.getByRole('button', { name: 'Archive', exact: true }))
    await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Archive 2 flags' }))
    for (const id of ids) await soon(async () => (await stored(id)).archived).toBe(true)
    expect(hand.effort()).toEqual({ clicks: 4, entries: 0 })
  })

  it('CONSOLE-320 compare: shows what a version changed', async () => {
    const id = await create('compare')
    await session.api('PATCH', `feature_flags/${id}/`, { name: 'Changed' })
    const { page, hand } = await begin()
    await hand.click(page.getByRole('link', { name: 'Activity', exact: true }))
    await hand.click(page.getByRole('button', { name: /^2 changes/ }).first())
    await hand.click(page.getByRole('button', { name: 'Compare version 1 of compare' }))
    await page.getByRole('dialog').getByText('Changed').first().waitFor()
    expect(hand.effort()).toEqual({ clicks: 3, entries: 0 })
  })

  it('CONSOLE-320 copy: a flag to another project', async () => {
    await create('copied')
    const { page, hand } = await begin()
    await hand.click(page.getByRole('button', { name: 'More for copied' }))
    await hand.click(page.getByRole('menuitem', { name: 'Copy to project…' }))
    await page.getByRole('dialog').getByRole('button', { name: 'Copy flag' }).waitFor()
    await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Copy flag' }))
    await soon(async () => {
      const place = `${session.server.url}/api/projects/${staging}/feature_flags/?key=copied`
      return (await call(place, session.server.personalApiKey, 'GET')).body.count
    }).toBe(1)
    expect(hand.effort()).toEqual({ clicks: 3, entries: 0 })
  })

  it('CONSOLE-320 rights: makes a member an admin', async () => {
    const { page, hand } = await begin()
    await hand.click(page.getByRole('link', { name: 'Settings', exact: true }))
    await hand.click(page.getByRole('link', { name: 'Members', exact: true }))
    await hand.click(page.getByRole('button', { name: 'More for Ben' }))
    await hand.click(page.getByRole('menuitem', { name: 'Change access' }))
    await hand.click(page.getByRole('radio', { name: /^Admin/ }))
    await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Change access' }))
    await page.getByRole('row', { name: /^Ben/ }).getByRole('cell', { name: 'Admin' }).waitFor()
    expect(hand.effort()).toEqual({ clicks: 6, entries: 0 })
  })

  it('CONSOLE-320 undo: takes back the last change', async () => {
    const id = await create('undo')
    const { page, hand } = await begin()
    await page.getByRole('switch', { name: 'undo', exact: true }).click()
    await soon(async () => (await stored(id)).active).toBe(false)
    await page.getByRole('button', { name: 'Undo', exact: true }).waitFor()
    await hand.press('Control+z')
    await soon(async () => (await stored(id)).active).toBe(true)
    expect(hand.effort()).toEqual({ clicks: 0, entries: 1 })
  })

  it('CONSOLE-320 invite: creates the link for a new member', async () => {
    const { page, hand } = await begin()
    await hand.click(page.getByRole('link', { name: 'Settings', exact: true }))
    await hand.click(page.getByRole('link', { name: 'Members', exact: true }))
    await hand.click(page.getByRole('button', { name: 'Invite members' }))
    await page.locator('dialog :is(input, textarea):focus').waitFor()
    await hand.type('new@example.com')
    await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Create link' }))
    await page.getByRole('dialog', { name: 'Invitation created' }).waitFor()
    expect(hand.effort()).toEqual({ clicks: 4, entries: 1 })
  })
}
