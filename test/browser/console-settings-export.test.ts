import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { axeProblems } from './support/axe-problems.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED the export in a browser: ${chromium.missing}`)
else describe('the export in the settings, in Chromium', () => declare(chromium))

const EXPORT = '#/project/1/settings/export'

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession

  beforeAll(async () => {
    session = await startConsoleSession(launch)
    await session.api('POST', 'feature_flags/', { key: 'in-the-file', name: 'מבצע 🎉 <b>' })
  })
  // What is refused, the browser tells too.
  afterEach(() => session.closePages(/503/))
  // Undefined when it did not start.
  afterAll(() => session?.close())

  it('CONSOLE-84 saves the document of the project, as the API answers it', async () => {
    const page = await session.open(EXPORT)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the document' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('flagdeck-project-1.json')
    const text = readFileSync(await file.path(), 'utf8')
    expect(text).toMatch(/^\{\n {2}"cohorts"/)
    expect(JSON.parse(text)).toEqual(await session.api('GET', 'export/'))
    expect(text).toContain('מבצע 🎉 <b>')
    await page.getByText('flagdeck-project-1.json has been saved.').waitFor()
  })

  it('CONSOLE-84 tells what fails, and can be asked again', async () => {
    const page = await session.open(EXPORT)
    const problem = { type: 'server_error', code: 'unavailable', detail: 'The database is away.', attr: null }
    await page.route('**/export/', (route) => route.fulfill({ status: 503, json: problem }), { times: 1 })
    await page.getByRole('button', { name: 'Save the document' }).click()
    await page.getByRole('alert').waitFor()
    await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save the document' }).click()])
    expect(await page.locator('.settings .wrong').count()).toBe(0)
  })

  it.each(['light', 'dark'] as const)('CONSOLE-14 suits axe in the %s theme', async (colorScheme) => {
    const page = await session.open(EXPORT, { colorScheme })
    await page.getByRole('button', { name: 'Save the document' }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
}
