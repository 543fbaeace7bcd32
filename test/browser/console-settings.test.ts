import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { axeProblems } from './support/axe-problems.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'
import { type OrganizationApi, organizationApi } from './support/organization-api.ts'
import { tooWide } from './support/too-wide.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED the settings in a browser: ${chromium.missing}`)
else describe('the settings, in Chromium', () => declare(chromium))

/** The address of each section, with a text that only this section shows. */
const SECTIONS = {
  project: 'Time zone',
  groups: 'New group type',
  export: 'Download document',
  members: 'Invite members',
  roles: 'Default access',
  health: 'All checks passed.',
  keys: 'Your API keys',
  you: 'Where you are signed in',
} as const

const WIDTHS = [320, 600, 768, 899, 900, 1024, 1199, 1200, 1440, 1920]
const RESTORED = 'We restored your unsaved changes.'
const soon = <Value>(read: () => Value) => expect.poll(read, { timeout: 15_000 })

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession
  let organization: OrganizationApi

  beforeAll(async () => {
    session = await startConsoleSession(launch)
    organization = await organizationApi(session.server)
    await organization.ask('POST', 'roles/', { name: 'Engineers', feature_flags_access_level: 21 })
  })
  // The browser reports refused requests too.
  afterEach(() => session.closePages(/400/))
  // Undefined if the start failed.
  afterAll(() => session?.close())

  const open = (section: string) => session.open(`#/project/1/settings/${section}`)

  it('CONSOLE-201 restores the project settings after a reload, and says so', async () => {
    const page = await open('project')
    await page.getByLabel('Name', { exact: true }).fill('Shop')
    await page.getByLabel('Days without calls').fill('14')
    await page.reload()
    await page.getByText(RESTORED).waitFor()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Shop')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await soon(() => session.api('GET', '')).toMatchObject({ name: 'Shop', staleness: { not_called_days: 14 } })
    await page.getByText('Changes saved.').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Shop 2')
    await page.reload()
    await page.getByRole('button', { name: 'Discard them' }).click()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Shop')
    await page.reload()
    await page.getByLabel('Name', { exact: true }).waitFor()
    expect(await page.getByText(RESTORED).count()).toBe(0)
  })

  it('CONSOLE-211 saves only the settings that were changed', async () => {
    const page = await open('project')
    await page.getByLabel('Days if never called').or(page.getByLabel('Days since creation')).waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Renamed')
    await session.api('PATCH', '', { timezone: 'Europe/Vienna', staleness: { rolled_out_days: 77 } })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Changes saved.').waitFor()
    const now = { name: 'Renamed', timezone: 'Europe/Vienna', staleness: { rolled_out_days: 77 } }
    expect(await session.api('GET', '')).toMatchObject(now)
    await soon(() => page.getByLabel('Time zone').inputValue()).toBe('Europe/Vienna')
    await session.api('PATCH', '', { name: 'Default project', timezone: 'UTC', staleness: { rolled_out_days: null } })
  })

  it('CONSOLE-201 restores what was typed for a new key, and stores no value of a key', async () => {
    const page = await open('keys')
    const dialog = page.getByRole('dialog')
    const start = () => page.getByRole('button', { name: 'New key' }).click()
    await start()
    await dialog.getByLabel('Name').fill('Deploys')
    await dialog.getByRole('radio', { name: /^Custom/ }).check()
    await dialog.getByLabel(/^Cohorts/).selectOption('Read and write')
    await page.reload()
    await start()
    await dialog.getByText(RESTORED).waitFor()
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Deploys')
    expect(await dialog.getByLabel(/^Cohorts/).inputValue()).toBe('cohort:write')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const value = await page.locator('.once').textContent()
    expect(value).toMatch(/^phx_/)
    expect(await stored(page)).not.toContain('phx_')
    await page.getByRole('button', { name: 'Done' }).click()
    await start()
    expect(await dialog.getByLabel('Name').inputValue()).toBe('')
  })

  it.each([
    ['roles', undefined, 'Name'],
    ['roles', ['More for Engineers', 'Rename'], 'Name'],
    ['groups', undefined, 'Name'],
    ['members', ['Invite members'], 'E-mail addresses'],
  ] as const)('CONSOLE-201 restores the form of %s after %o', async (section, way, label) => {
    const page = await open(section)
    const enter = async () => {
      for (const name of way ?? []) await page.getByRole(/^Rename/.test(name) ? 'menuitem' : 'button', { name }).click()
    }
    const field = () => (way ? page.getByRole('dialog') : page.locator('main form')).getByLabel(label, { exact: true })
    await enter()
    await field().fill('typed before')
    await page.reload()
    await enter()
    await page.getByText(RESTORED).waitFor()
    expect(await field().inputValue()).toBe('typed before')
    await page.getByRole('button', { name: 'Discard them' }).click()
    expect(await field().inputValue()).not.toBe('typed before')
  })

  it('CONSOLE-201 stores no password', async () => {
    const page = await open('you')
    await page.getByLabel('Current password').fill('secret before')
    await page.getByLabel('New password').fill('secret after')
    expect(await stored(page)).not.toContain('secret')
  })

  it('CONSOLE-207 offers presets for a key, shows their scopes, and starts a custom choice from one', async () => {
    const page = await open('keys')
    await page.getByRole('button', { name: 'New key' }).click()
    const dialog = page.getByRole('dialog')
    const presets = await dialog
      .getByRole('radio')
      .evaluateAll((all) => all.map((each) => each.parentElement?.querySelector('span')?.firstChild?.textContent))
    expect(presets).toEqual(['Read only', 'CI', 'Server SDK', 'Custom', 'Full access'])
    expect(await dialog.getByRole('radio', { name: /^Read only/ }).isChecked()).toBe(true)
    await dialog.getByText('feature_flag:read, cohort:read').waitFor()
    await dialog.getByRole('radio', { name: /^Server SDK/ }).check()
    await dialog.getByText('feature_flag:read', { exact: true }).waitFor()
    await dialog.getByRole('radio', { name: /^Custom/ }).check()
    expect(await dialog.getByLabel(/^Flags/).inputValue()).toBe('feature_flag:read')
    await dialog.getByLabel(/^Flags/).selectOption('None')
    await dialog.getByLabel('Name').fill('Limited')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByText('Choose at least one scope.').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await dialog.getByRole('radio', { name: /^CI/ }).check()
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    const access = page.getByRole('row', { name: /^Limited/ }).getByText('CI', { exact: true })
    expect(await access.getAttribute('title')).toContain('cohort:write')
  })

  it('CONSOLE-208 has one navigation of three groups, and keeps the address of each section', async () => {
    const page = await open('project')
    const nav = page.getByRole('navigation', { name: 'Settings sections' })
    await nav.waitFor()
    expect(await nav.getByRole('heading').allTextContents()).toEqual(['Project', 'Organization', 'You'])
    expect(await nav.getByRole('link').count()).toBe(Object.keys(SECTIONS).length)
    for (const [section, text] of Object.entries(SECTIONS)) {
      await page.goto(`${session.server.url}/console/#/project/1/settings/${section}`)
      await page.getByText(text, { exact: true }).first().waitFor()
      const [current] = await nav.locator('[aria-current=page]').all()
      expect(await current?.getAttribute('href')).toBe(`#/project/1/settings/${section}`)
    }
    await page.goto(`${session.server.url}/console/#/project/1/settings`)
    await page.getByText(SECTIONS.project, { exact: true }).waitFor()
  })

  it('CONSOLE-209 has one right edge, and fits every width', async () => {
    const page = await open('project')
    for (const [section, text] of Object.entries(SECTIONS)) {
      await page.goto(`${session.server.url}/console/#/project/1/settings/${section}`)
      await page.getByText(text, { exact: true }).first().waitFor()
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        expect(await tooWide(page), `${section} at ${width}`).toEqual([])
        expect(await edges(page), `${section} at ${width}`).toHaveLength(1)
      }
    }
  })

  it('CONSOLE-210 offers members nothing that the API refuses, and says why', async () => {
    const page = await session.visit(await organization.invite('viewer@example.com'))
    await page.getByLabel('Your name').fill('Viewer')
    await page.getByLabel('Password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Join and sign in' }).click()
    await page.getByTitle('Viewer').waitFor()
    const reasons = {
      project: 'View only. Only admins and owners of the organization can change this.',
      export: 'Only admins can import documents.',
      members: 'View only. Only admins and owners of the organization can change this.',
      roles: 'View only. Only admins and owners of the organization can change this.',
      health: 'Only admins can see server health.',
    }
    for (const [section, reason] of Object.entries(reasons)) {
      await page.goto(`${session.server.url}/console/#/project/1/settings/${section}`)
      await page.getByText(reason).waitFor()
      await page.waitForLoadState('networkidle')
      const offered = page.locator('.settings-content').locator('button:enabled, input:enabled, textarea:enabled')
      expect(await offered.evaluateAll((all) => all.map((each) => each.ariaLabel ?? each.textContent))).toEqual(
        { export: ['Download document'], members: ['Search members'], project: ['Copy'] }[section] ?? [],
      )
    }
    await page.goto(`${session.server.url}/console/#/project/1/settings/keys`)
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Of a viewer')
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.goto(`${session.server.url}/console/#/project/1/settings/groups`)
    await page.locator('main form').getByLabel('Name').fill('team')
    await page.getByRole('button', { name: 'Create group type' }).click()
    await page.getByRole('link', { name: 'team' }).waitFor()
  })
}

/** Returns the right edges of the parts of a section. */
function edges(page: Page): Promise<readonly number[]> {
  return page.locator('.settings-content').evaluate((content) => {
    const parts = content.querySelectorAll('section, table, .setting > :last-child')
    return [...new Set([...parts].map((part) => Math.round(part.getBoundingClientRect().right)))]
  })
}

function stored(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
}
