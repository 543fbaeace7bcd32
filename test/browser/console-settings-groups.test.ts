import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { call } from '../../packages/server/test/support/server-process.ts'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { axeProblems } from './support/axe-problems.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED group types and roles in a browser: ${chromium.missing}`)
else describe('group types and roles in the settings, in Chromium', () => declare(chromium))

const GROUPS = '#/project/1/settings/groups'
const soon = <Value>(read: () => Value) => expect.poll(read, { timeout: 15_000 })

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession

  beforeAll(async () => {
    session = await startConsoleSession(launch)
  })
  // The browser reports refused requests too.
  afterEach(() => session.closePages(/400/))
  // Undefined if the start failed.
  afterAll(() => session?.close())

  const typesNow = async () => {
    const { url, personalApiKey } = session.server
    const { body } = await call(`${url}/api/projects/1/groups_types/`, personalApiKey)
    return (body as unknown as { readonly group_type: string }[]).map(({ group_type: name }) => name) // its schema
  }

  it('CONSOLE-82 adds, renames and removes a group type, and says why one cannot be', async () => {
    const page = await session.open(GROUPS)
    await page.locator('main form').getByLabel('Name').fill('company')
    await page.getByRole('button', { name: 'Create group type' }).click()
    await soon(typesNow).toEqual(['company'])
    await page.getByRole('button', { name: 'More for company' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('account')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await soon(typesNow).toEqual(['account'])
    const filters = { groups: [{ rollout_percentage: 50 }], aggregation_group_type_index: 0 }
    await session.api('POST', 'feature_flags/', { key: 'by-account', filters })
    await page.getByRole('button', { name: 'More for account' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove group type' }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    expect(await page.getByRole('dialog').getByRole('alert').textContent()).toContain('by-account')
    expect(await typesNow()).toEqual(['account'])
  })

  it('CONSOLE-82 teaches how a group becomes known, by a command that works', async () => {
    const page = await session.open('#/project/1/people?type=0')
    const command = (await page.locator('pre').textContent()) ?? ''
    expect(command).toContain(session.server.projectToken)
    const [, body = ''] = /-d '(.*)'$/s.exec(command) ?? []
    await session.sdk('/i/v0/e/', JSON.parse(body))
    await soon(async () => (await session.api('GET', 'groups/?group_type_index=0')).count).toBe(1)
    await page.reload()
    await page.getByRole('link', { name: 'acme' }).waitFor()
  })

  it('CONSOLE-83 renames a role, and keeps what was typed when the name is taken', async () => {
    const page = await session.open('#/project/1/settings/roles')
    for (const name of ['Engineers', 'Analysts']) {
      await page.locator('form').getByLabel('Name').fill(name)
      await page.getByRole('button', { name: 'Create role' }).click()
      await page.getByRole('cell', { name, exact: true }).waitFor()
    }
    await page.getByRole('button', { name: 'More for Engineers' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Analysts')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await dialog.locator('.wrong').waitFor()
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Analysts')
    await dialog.getByLabel('Name').fill('Developers')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('cell', { name: 'Developers', exact: true }).waitFor()
    expect(await page.getByRole('cell', { name: 'Engineers', exact: true }).count()).toBe(0)
  })

  it.each([
    ['settings/groups', 'light'],
    ['settings/groups', 'dark'],
    ['settings/roles', 'light'],
    ['settings/roles', 'dark'],
  ] as const)('CONSOLE-14 suits axe at %s in the %s theme', async (place, colorScheme) => {
    const page = await session.open(`#/project/1/${place}`, { colorScheme })
    await page.getByRole('table').first().waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
}
