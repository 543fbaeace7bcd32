import type { JsonObject } from '@flagdeck/core'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { axeProblems } from './support/axe-problems.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'
import { type OrganizationApi, organizationApi } from './support/organization-api.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED members and roles in a browser: ${chromium.missing}`)
else describe('members and roles in the settings, in Chromium', () => declare(chromium))

const MEMBERS = '#/project/1/settings/members'
const ROLES = '#/project/1/settings/roles'
const soon = <Value>(read: () => Value) => expect.poll(read, { timeout: 15_000 })

interface Member {
  readonly level: number
  readonly user: { readonly email: string; readonly uuid: string }
}

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession
  let organization: OrganizationApi

  beforeAll(async () => {
    session = await startConsoleSession(launch)
    organization = await organizationApi(session.server)
    await organization.join('Ana', 'Ben', 'Cleo')
    await organization.ask('POST', 'roles/', { name: 'Engineers', feature_flags_access_level: 21 })
    await organization.ask('PATCH', '', { default_feature_flags_access_level: 21 })
  })
  // The browser reports refused requests too.
  afterEach(() => session.closePages(/40[04]/))
  // Undefined if the start failed.
  afterAll(() => session?.close())

  const resultsOf = async <Item>(path: string) => (await organization.ask('GET', path)).results as unknown as Item[] // by its schema
  const levels = async () =>
    Object.fromEntries((await resultsOf<Member>('members/')).map(({ user, level }) => [user.email, level]))
  const userNamed = async (name: string) => {
    const [found] = await resultsOf<Member>(`members/?search=${name}`)
    return { user_uuid: found?.user.uuid ?? '' }
  }
  const roleNamed = async (name: string) =>
    (await resultsOf<JsonObject>('roles/')).find((role) => role.name === name) as JsonObject // created before
  const membersOf = async (name: string) =>
    ((await roleNamed(name)).members as unknown as Member[]).map(({ user }) => user.email).sort() // by its schema
  const give = async (role: string, member: string) =>
    organization.ask('POST', `roles/${(await roleNamed(role)).id}/role_memberships/`, await userNamed(member))

  it('CONSOLE-200 changes the access of a member only by the button of a dialog that explains each level', async () => {
    const page = await session.open(MEMBERS)
    const before = await levels()
    const writes = writesOf(page)
    await choose(page, 'More for Ana', 'Change access')
    const dialog = page.getByRole('dialog', { name: 'Change access for Ana' })
    await dialog.getByText('Full access to all projects, regardless of roles.').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await dialog.getByRole('radio', { name: /^Member/ }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await dialog.getByRole('radio', { name: /^Owner/ }).isChecked()).toBe(true)
    await page.keyboard.press('Escape')
    expect([await levels(), writes]).toEqual([before, []])
    await choose(page, 'More for Ana', 'Change access')
    await dialog.getByText('We restored your unsaved changes.').waitFor()
    await dialog.getByRole('radio', { name: /^Admin/ }).check()
    await dialog.getByRole('button', { name: 'Change access' }).click()
    await soon(levels).toEqual({ ...before, 'ana@example.com': 8 })
    await page.getByRole('row', { name: /^Ana/ }).getByRole('cell', { name: 'Admin' }).waitFor()
  })

  it('CONSOLE-200 changes nothing by arrow keys on any control of members and roles', async () => {
    const page = await session.open(MEMBERS)
    const writes = writesOf(page)
    for (const [place, first] of [
      [MEMBERS, page.getByRole('row', { name: /^Ben/ })],
      [ROLES, page.getByRole('cell', { name: 'Engineers', exact: true })],
    ] as const) {
      await page.goto(`${session.server.url}/console/${place}`)
      await first.waitFor()
      expect(await page.getByRole('combobox').count()).toBe(0)
      for (const control of await page.locator('main').locator('input, button').all()) {
        await control.focus()
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('ArrowDown')
      }
    }
    expect(writes).toEqual([])
  })

  it('CONSOLE-200 changes the access of a role and the default only by a button', async () => {
    const page = await session.open(ROLES)
    const writes = writesOf(page)
    await choose(page, 'More for Engineers', 'Change access')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Can edit all flags in all projects of the organization.').waitFor()
    await dialog.getByRole('radio', { name: /^View flags/ }).focus()
    await page.keyboard.press('ArrowDown')
    expect([(await roleNamed('Engineers')).feature_flags_access_level, writes]).toEqual([21, []])
    await dialog.getByRole('button', { name: 'Change access' }).click()
    await soon(async () => (await roleNamed('Engineers')).feature_flags_access_level).toBe(37)
    await page.getByRole('button', { name: 'Change default access' }).click()
    await dialog.getByRole('radio', { name: /^View flags/ }).focus()
    await page.keyboard.press('ArrowDown')
    expect((await organization.ask('GET', '')).default_feature_flags_access_level).toBe(21)
    await dialog.getByRole('button', { name: 'Change access' }).click()
    await page.getByText('so roles have no effect').waitFor()
    expect((await organization.ask('GET', '')).default_feature_flags_access_level).toBe(37)
  })

  it('CONSOLE-202 finds members by name or e-mail, in the address, and shows their roles', async () => {
    const page = await session.open(MEMBERS)
    await give('Engineers', 'cleo')
    await page.getByRole('searchbox', { name: 'Search members' }).fill('cleo@')
    await soon(() => page.locator('tbody tr').count()).toBe(1)
    await page.getByText('1 member', { exact: true }).waitFor()
    await page.reload()
    await page.getByRole('row', { name: /^Cleo/ }).getByRole('cell', { name: 'Engineers' }).waitFor()
    expect(await page.getByRole('row', { name: /^Cleo/ }).getByRole('cell').nth(4).textContent()).toBe('Never')
    await page.getByRole('searchbox', { name: 'Search members' }).fill('nobody-like-this')
    await page.getByText('No members match').waitFor()
    await page.getByRole('button', { name: 'Clear search' }).click()
    await soon(() => page.locator('tbody tr').count()).toBeGreaterThan(3)
    const own = page.getByRole('row', { name: /you/ }).getByRole('cell').nth(4)
    expect(await own.locator('time').count()).toBe(1)
  })

  it('CONSOLE-203 names what is no address before it invites anyone', async () => {
    const page = await session.open(MEMBERS)
    const writes = writesOf(page)
    await page.getByRole('button', { name: 'Invite members' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await dialog.getByText('Enter at least one e-mail address.').waitFor()
    await dialog.getByLabel('E-mail addresses').fill('dora@example.com, emil@@example.com\nfinn')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await dialog.getByText('These are not e-mail addresses: emil@@example.com, finn').waitFor()
    expect(writes).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  it('CONSOLE-203 invites several addresses together, and reports each that is refused', async () => {
    const page = await session.open(MEMBERS)
    await page.getByRole('button', { name: 'Invite members' }).click()
    const form = page.getByRole('dialog', { name: 'Invite members' })
    await form.getByLabel('E-mail addresses').fill('dora@example.com; ben@example.com\nEmil <emil@example.com>')
    await form.getByRole('button', { name: 'Create 3 links' }).click()
    const created = page.getByRole('dialog', { name: '2 invitations created' })
    await created.getByText('already a member').waitFor()
    expect(await created.getByRole('alert').getByRole('listitem').allTextContents()).toHaveLength(1)
    const links = await created.locator('.once').allTextContents()
    expect(links.map((link) => link.slice(0, link.indexOf('#')))).toEqual(
      Array(2).fill(`${session.server.url}/console/`),
    )
    expect(await axeProblems(page)).toEqual([])
    await created.getByRole('button', { name: 'Done' }).click()
    await page.getByText('2 pending invitations').waitFor()
    expect((await organization.ask('GET', 'invites/')).count).toBe(2)
    // The form contains the refused address again. No link is stored.
    await page.getByRole('button', { name: 'Invite members' }).click()
    expect(await form.getByLabel('E-mail addresses').inputValue()).toBe('ben@example.com')
    expect(await stored(page)).not.toContain('phi_')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Withdraw invitation for dora@example.com' }).click()
    await page.getByText('1 pending invitation', { exact: true }).waitFor()
  })

  it('CONSOLE-206 saves all changes of the members of a role together', async () => {
    await organization.ask('POST', 'roles/', { name: 'Designers' })
    await give('Designers', 'cleo')
    const page = await session.open(ROLES)
    const writes = writesOf(page)
    await choose(page, 'More for Designers', 'Change members')
    const dialog = page.getByRole('dialog', { name: 'Change members of Designers' })
    await toggle(dialog, 'ana@example.com')
    await dialog.getByRole('searchbox').fill('ben@')
    await soon(() => dialog.getByRole('checkbox').count()).toBe(1)
    await toggle(dialog, 'ben@example.com')
    await dialog.getByText('Adds Ana, Ben.').waitFor()
    expect([await membersOf('Designers'), writes]).toEqual([['cleo@example.com'], []])
    await page.reload()
    await choose(page, 'More for Designers', 'Change members')
    await dialog.getByText('We restored your unsaved changes.').waitFor()
    await toggle(dialog, 'ben@example.com')
    await toggle(dialog, 'cleo@example.com')
    await dialog.getByText('Adds Ana.').waitFor()
    await dialog.getByText('Removes Cleo.').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await soon(() => membersOf('Designers')).toEqual(['ana@example.com'])
  })

  it('CONSOLE-206 reports members whose change is refused, and saves the others', async () => {
    await organization.join('Gone')
    await organization.ask('POST', 'roles/', { name: 'Writers' })
    const page = await session.open(ROLES)
    await choose(page, 'More for Writers', 'Change members')
    const dialog = page.getByRole('dialog')
    await toggle(dialog, 'gone@example.com')
    await toggle(dialog, 'ben@example.com')
    await organization.ask('DELETE', `members/${(await userNamed('gone')).user_uuid}/`)
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await dialog
      .getByRole('alert')
      .getByText(/^Gone: ./)
      .waitFor()
    await soon(() => membersOf('Writers')).toEqual(['ben@example.com'])
    await dialog.getByText('Adds Gone.').waitFor()
  })
}

/** Returns the requests that may change data. */
function writesOf(page: Page): readonly string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(`${request.method()} ${request.url()}`)
  })
  return writes
}

async function choose(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: item }).filter({ visible: true }).click()
}

function toggle(dialog: Locator, email: string): Promise<void> {
  return dialog.locator('label').filter({ hasText: email }).getByRole('checkbox').click()
}

function stored(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
}
