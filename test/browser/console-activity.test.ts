import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { call } from '../../packages/server/test/support/server-process.ts'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { axeProblems } from './support/axe-problems.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED the activity in a browser: ${chromium.missing}`)
else describe('the activity in Chromium', () => declare(chromium))

const ACTIVITY = '#/project/1/activity'
const soon = <Value>(read: () => Value) => expect.poll(read, { timeout: 15_000 })

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession

  beforeAll(async () => {
    session = await startConsoleSession(launch)
    const flag = await session.api('POST', 'feature_flags/', { key: 'first-flag' })
    await session.api('PATCH', `feature_flags/${flag.id}/`, { name: 'Described' })
    await session.api('POST', 'cohorts/', { name: 'Testers', is_static: true })
    const dashboard = await session.api('POST', 'dashboards/', { name: 'Numbers' })
    await session.api('PATCH', `dashboards/${dashboard.id}/`, { name: 'Renamed' })
  })
  afterEach(() => session.closePages())
  // Undefined if the start failed.
  afterAll(() => session?.close())

  it('CONSOLE-80 has everything in one list, and kind and user in the address', async () => {
    const page = await session.open(`${ACTIVITY}?group=off`)
    const entries = page.locator('.activity-row')
    await soon(() => entries.count()).toBe(5)
    expect(await entries.allInnerTexts()).toEqual([
      expect.stringMatching(/Renamed\s+Name Numbers → Renamed/),
      expect.stringMatching(/Numbers\s+Created/),
      expect.stringMatching(/Testers\s+Created/),
      expect.stringMatching(/first-flag\s+Description none → Described/),
      expect.stringMatching(/first-flag\s+Created/),
    ])
    await page.getByRole('button', { name: 'Cohorts', exact: true }).click()
    await soon(() => entries.count()).toBe(1)
    await page.getByLabel('User', { exact: true }).selectOption({ index: 1 })
    await soon(() => page.url()).toMatch(/kind=Cohort&user=[0-9a-f-]{36}$/)
    await page.reload()
    await soon(() => entries.count()).toBe(1)
    await page.goto(page.url().replace(/user=.*/, `user=${crypto.randomUUID()}`))
    await page.getByText('No matching activity.').waitFor()
    expect(await page.getByLabel('User', { exact: true }).locator('option:checked').textContent()).toBe('Former member')
  })

  it('CONSOLE-80 keeps new entries behind a button', async () => {
    const page = await session.open(`${ACTIVITY}?group=off`)
    const entries = page.locator('.activity-row')
    await soon(() => entries.count()).toBeGreaterThan(4)
    const before = await entries.count()
    // The stream does not report charts. The entry is loaded together with that of the flag.
    await session.api('POST', 'insights/', { name: 'Without the stream' })
    await session.api('POST', 'feature_flags/', { key: 'meanwhile' })
    const fresh = page.getByRole('button', { name: 'Show 2 new' })
    await fresh.waitFor({ timeout: 15_000 })
    expect(await entries.count()).toBe(before)
    await fresh.click()
    await soon(() => entries.count()).toBe(before + 2)
    expect(await entries.first().textContent()).toContain('meanwhile')
    expect(await page.getByRole('button', { name: /new$/ }).count()).toBe(0)
  })

  it('CONSOLE-80 shows the activity of the organization to admins', async () => {
    const page = await session.open(ACTIVITY)
    const { url, personalApiKey } = session.server
    const key = { label: 'For a script', scopes: ['feature_flag:read'] }
    const answer = await call(`${url}/api/personal_api_keys/`, personalApiKey, 'POST', key)
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    await page.getByRole('button', { name: 'Organization', exact: true }).click()
    await page.locator('.activity-row', { hasText: 'For a script' }).getByText('Created').waitFor()
    expect(await page.getByLabel('Search activity').count()).toBe(0)
  })

  it('CONSOLE-81 restores a version from an entry, and takes that back', async () => {
    const { id } = await session.api('POST', 'cohorts/', { name: 'First name', is_static: true })
    await session.api('PATCH', `cohorts/${id}/`, { name: 'Second name' })
    const name = async () => (await session.api('GET', `cohorts/${id}/`)).name
    const page = await session.open(`${ACTIVITY}?kind=Cohort&group=off`)
    await page.getByRole('button', { name: 'Compare version 1 of First name' }).click()
    await page.getByRole('dialog').getByText('Restoring would change:').waitFor()
    await page.getByRole('dialog').getByText('Second name').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Restore version 1 of First name' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore version 1' }).click()
    await soon(name).toBe('First name')
    await page.getByRole('button', { name: 'Undo' }).click()
    await soon(name).toBe('Second name')
  })

  it.each(['light', 'dark'] as const)('CONSOLE-14 the activity suits axe in the %s theme', async (colorScheme) => {
    const page = await session.open(ACTIVITY, { colorScheme })
    await page.locator('.activity-row').first().waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
}
