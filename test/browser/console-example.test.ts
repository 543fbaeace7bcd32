import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED example data in the console: ${chromium.missing}`)
else describe('example data in the console, in Chromium', () => declare(chromium))

/** The page and the server may share two processors, so responses can be slow. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 20_000 })

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession

  beforeAll(async () => {
    session = await startConsoleSession(launch)
  })
  afterEach(() => session.closePages())
  // Undefined if the start failed.
  afterAll(() => session?.close())

  it('CONSOLE-76 fills an empty project with something on every screen, and takes it away again', async () => {
    const page = await session.open('#/project/1/flags')
    await page.getByRole('button', { name: 'Load example data' }).click()
    await page.getByRole('link', { name: 'example-new-checkout' }).waitFor({ timeout: 20_000 })
    await soon(async () => (await session.api('GET', 'feature_flags/?limit=1')).count).toBe(8)
    await session.api('POST', 'feature_flags/', { key: 'of-their-own', tags: ['example'] })
    await page.getByRole('link', { name: 'Dashboards' }).click()
    await page.getByRole('link', { name: 'Shop at a glance' }).click()
    await soon(() => page.locator('.tile').count()).toBe(5)
    await page.getByRole('link', { name: 'Cohorts' }).click()
    await page.getByRole('link', { name: 'Example: beta testers' }).waitFor()
    await page.getByRole('link', { name: 'Users' }).click()
    await page.getByRole('link', { name: 'example-ana' }).waitFor()
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Remove example data' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove example data' }).click()
    await page.getByText('Example data removed.').waitFor()
    await page.getByRole('link', { name: 'Flags' }).click()
    await page.getByRole('link', { name: 'of-their-own' }).waitFor()
    expect((await session.api('GET', 'feature_flags/?limit=1')).count).toBe(1)
  })
}
