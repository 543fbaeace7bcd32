import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { call } from '../../packages/server/test/support/server-process.ts'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { axeProblems } from './support/axe-problems.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'
import { type OrganizationApi, organizationApi } from './support/organization-api.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED states that the console must not hide: ${chromium.missing}`)
else describe('states that the console must not hide, in Chromium', () => declare(chromium))

const soon = <Value>(read: () => Value) => expect.poll(read, { timeout: 15_000 })

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession
  let organization: OrganizationApi

  beforeAll(async () => {
    session = await startConsoleSession(launch)
    organization = await organizationApi(session.server)
    await session.api('POST', 'feature_flags/', { key: 'example-pricing-page', name: 'Prices' })
  })
  // The browser reports refused requests, and those that an outage aborted.
  afterEach(() => session.closePages(/400|ERR_/))
  // Undefined if the start failed.
  afterAll(() => session?.close())

  const board = async (name: string) => {
    const id = Number((await session.api('POST', 'dashboards/', { name })).id)
    const series = [{ kind: 'EventsNode', event: '$feature_flag_called' }]
    await session.api('POST', 'insights/', { name: 'Calls', query: { kind: 'TrendsQuery', series }, dashboards: [id] })
    return id
  }

  it('CONSOLE-373 takes the marked flag with Enter and with a click, in the filters of a dashboard', async () => {
    const page = await session.open(`#/project/1/dashboards/${await board('Filtered')}`)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const box = page.getByRole('combobox', { name: 'Flags', exact: true })
    const option = page.getByRole('option', { name: /^example-pricing-page/ })
    await box.pressSequentially('pric')
    await option.and(page.locator('[aria-selected=true]')).waitFor()
    await box.press('Enter')
    await soon(() => flagsIn(page)).toEqual(['example-pricing-page'])
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await soon(() => flagsIn(page)).toEqual([])
    await box.pressSequentially('pric')
    await option.click()
    await soon(() => flagsIn(page)).toEqual(['example-pricing-page'])
    expect(await page.getByText(/No flag has/).count()).toBe(0)
  })

  it('CONSOLE-373 takes an unknown key only by its own option, and says that no flag has it', async () => {
    const page = await session.open(`#/project/1/dashboards/${await board('Unknown')}`)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const box = page.getByRole('combobox', { name: 'Flags', exact: true })
    await box.pressSequentially('pric')
    await page.getByRole('option', { name: /^example-pricing-page/ }).waitFor()
    await box.press('Tab')
    expect(await box.inputValue()).toBe('')
    expect(flagsIn(page)).toEqual([])
    await box.fill('gone')
    await page.getByRole('option', { name: /^Use “.*gone.*”/ }).click()
    await soon(() => flagsIn(page)).toEqual(['gone'])
    await page.getByText('unknown', { exact: true }).waitFor()
    await page.getByText(/No flag has the key .*gone/).waitFor()
    expect(await page.getByRole('link', { name: 'Create flag' }).getAttribute('href')).toContain('flags/new?key=gone')
    expect(await axeProblems(page)).toEqual([])
  })

  it('CONSOLE-373 takes the marked flag in the form of a chart', async () => {
    const page = await session.open(`#/project/1/dashboards/${await board('Charts')}`)
    await page.getByRole('button', { name: 'Add chart' }).first().click()
    const dialog = page.getByRole('dialog')
    const box = dialog.getByRole('combobox', { name: 'Flags', exact: true })
    await box.pressSequentially('pric')
    await dialog.getByRole('option', { name: /^example-pricing-page/ }).waitFor()
    await box.press('Enter')
    await dialog.getByRole('button', { name: /Remove .*example-pricing-page/ }).waitFor()
    expect(await dialog.locator('.picked li').allTextContents()).toEqual(['example-pricing-page×'])
  })

  it('CONSOLE-374 says that an archived flag has the key of a new flag, and links to it', async () => {
    const { id } = await session.api('POST', 'feature_flags/', { key: 'archived-one' })
    await session.api('POST', `feature_flags/${id}/archive/`)
    const page = await session.open('#/project/1/flags/new')
    await page.getByRole('textbox', { name: 'Key', exact: true }).fill('archived-one')
    await page.getByText('An archived flag has this key').waitFor()
    expect(await page.getByRole('link', { name: 'Open archived flag' }).getAttribute('href')).toBe(
      `#/project/1/flags/${id}`,
    )
    await page.getByRole('button', { name: 'Create flag', exact: true }).click()
    await page.getByText('There is already a feature flag with this key.').waitFor()
    expect(await page.getByText(/Request [0-9a-f-]{8}/).count()).toBe(0)
  })

  it('CONSOLE-375 shows the values between the first and the last one of a grouped row', async () => {
    const key = 'ramped'
    const share = (rollout_percentage: number) => ({ filters: { groups: [{ rollout_percentage }] } })
    const { id } = await session.api('POST', 'feature_flags/', { key, ...share(66) })
    await session.api('PATCH', `feature_flags/${id}/`, share(100))
    await session.api('PATCH', `feature_flags/${id}/`, share(0))
    const page = await session.open(`#/project/1/activity?flag=${id}`)
    await page.getByText('66% → 100% → 0%').waitFor()
  })

  it('CONSOLE-376 describes changes of members in words, and links to them from the activity', async () => {
    await organization.join('Bob')
    const { results } = await organization.ask('GET', 'members/?search=bob')
    const [member] = results as unknown as [{ readonly user: { readonly uuid: string } }] // by its schema
    await organization.ask('PATCH', `members/${member.user.uuid}/`, { level: 8 })
    const page = await session.open('#/project/1/activity')
    await page.locator('.activity-row').first().waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.getByRole('link', { name: 'Activity of the organization' }).click()
    await page.getByText('Member → Admin').waitFor()
    expect(await axeProblems(page)).toEqual([])
    const rows = (await page.locator('.activity-row').allTextContents()).join('\n')
    expect(rows).toContain('Invited as member')
    expect(rows).toContain('Accepted the invitation')
    expect(rows).toContain('Joined as member')
    expect(rows).not.toMatch(/Level|\d{4}-\d{2}-\d{2}T/)
  })

  it('CONSOLE-377 lists a project that was created elsewhere when the menu opens', async () => {
    const page = await session.open('#/project/1/flags')
    await page.getByText('Live', { exact: true }).waitFor()
    await organization.ask('POST', 'projects/', { name: 'Made elsewhere' })
    await page.getByRole('button', { name: 'Default project' }).click()
    await page.getByRole('link', { name: 'Made elsewhere' }).waitFor()
  })

  it('CONSOLE-377 lists a member who has joined, without the invitation, while the list is shown', async () => {
    const link = await organization.invite('cleo@example.com')
    const page = await session.open()
    await page.clock.install()
    // An open page would still have timers of the real clock.
    await page.goto('about:blank')
    await page.goto(`${session.server.url}/console/#/project/1/settings/members`)
    await page.getByText('1 pending invitation').waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    const token = link.split('/').at(-1)
    await call(`${session.server.url}/api/signup/${token}/`, undefined, 'POST', { first_name: 'Cleo' })
    await page.clock.fastForward(31_000)
    await page.getByRole('cell', { name: /^Cleo/ }).waitFor()
    await soon(() => page.getByText('1 pending invitation').count()).toBe(0)
  })

  it('CONSOLE-378 checks the effect of an edit again once the server is back', async () => {
    const { id } = await session.api('POST', 'feature_flags/', {
      key: 'after-outage',
      filters: { groups: [{ rollout_percentage: 10 }] },
    })
    await session.api('PATCH', 'persons/kim/', { properties: { plan: 'free' } })
    const page = await session.open(`#/project/1/flags/${id}/edit`)
    await page.getByText('Live', { exact: true }).waitFor()
    const { away, back } = outage(page, /\/preview\//)
    await away()
    await page.getByRole('spinbutton').first().fill('40')
    await page.getByText('Cannot reach the server.').first().waitFor()
    await back()
    await soon(() => page.getByText('Cannot reach the server.').count()).toBe(0)
    await page
      .getByText(/known user/)
      .first()
      .waitFor()
  })

  it('CONSOLE-378 counts the reach of a flag and of its condition sets again once the server is back', async () => {
    const { id } = await session.api('POST', 'feature_flags/', { key: 'reach-after-outage' })
    const page = await session.open('#/project/1/flags')
    await page.getByText('Live', { exact: true }).waitFor()
    const { away, back } = outage(page, /\/preview\/|blast_radi/)
    await away()
    await page.goto(`${session.server.url}/console/#/project/1/flags/${id}`)
    await page.getByRole('heading', { level: 1, name: 'reach-after-outage' }).waitFor()
    await page.getByText('Cannot reach the server.').first().waitFor()
    await back()
    await soon(() => page.getByText('Cannot reach the server.').count()).toBe(0)
    await page
      .getByText(/known user/)
      .first()
      .waitFor()
  })
}

/** Aborts the requests of a page to some addresses, until they are allowed again. */
function outage(page: Page, addresses: RegExp) {
  return {
    away: () => page.route(addresses, (route) => route.abort('connectionrefused')),
    back: () => page.unroute(addresses),
  }
}

function flagsIn(page: Page): readonly string[] {
  return new URLSearchParams(page.url().split('?')[1]).getAll('flag')
}
