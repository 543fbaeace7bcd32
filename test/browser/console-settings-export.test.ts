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
  // The browser reports refused requests too.
  afterEach(() => session.closePages(/503/))
  // Undefined if the start failed.
  afterAll(() => session?.close())

  it('CONSOLE-84 saves the document of the project, as the API answers it', async () => {
    const page = await session.open(EXPORT)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download document' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('flagdeck-project-1.json')
    const text = readFileSync(await file.path(), 'utf8')
    expect(text).toMatch(/^\{\n {2}"cohorts"/)
    expect(JSON.parse(text)).toEqual(await session.api('GET', 'export/'))
    expect(text).toContain('מבצע 🎉 <b>')
    await page.getByText('Downloaded flagdeck-project-1.json.').waitFor()
  })

  it('CONSOLE-84 tells what fails, and can be asked again', async () => {
    const page = await session.open(EXPORT)
    const problem = { type: 'server_error', code: 'unavailable', detail: 'The database is away.', attr: null }
    await page.route('**/export/', (route) => route.fulfill({ status: 503, json: problem }), { times: 1 })
    await page.getByRole('button', { name: 'Download document' }).click()
    await page.getByRole('alert').waitFor()
    await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download document' }).click()])
    expect(await page.locator('.settings .wrong').count()).toBe(0)
  })

  it('CONSOLE-149 masks the secret token until it is asked for', async () => {
    const page = await session.open('#/project/1/settings')
    const { secret_api_token: secret } = await session.api('GET', '')
    const tokens = page.locator('.token').filter({ hasText: 'Secret token' })
    await tokens.getByText('phs_••••').waitFor()
    expect(await page.content()).not.toContain(secret)
    await tokens.getByRole('button', { name: 'Show' }).click()
    await tokens.getByText(String(secret)).waitFor()
    await tokens.getByRole('button', { name: 'Hide' }).click()
    expect(await page.content()).not.toContain(secret)
  })

  it('CONSOLE-94 imports a document, after a look at what that would change', async () => {
    const page = await session.open(EXPORT)
    const text = page.getByLabel('Document (JSON)')
    const look = page.getByRole('button', { name: 'Preview changes' })
    await text.fill('{"flagdeck_export": 1,}')
    await page.getByText('Line 1, column 23: a name in double quotes is missing').waitFor()
    expect(await look.isDisabled()).toBe(true)
    const bad = { flagdeck_export: 1, flags: [{ key: 'a b', filters: {} }] }
    await text.fill(JSON.stringify(bad))
    await look.click()
    await page.getByRole('alert').getByText('flags[0]').waitFor()
    expect(await text.inputValue()).toBe(JSON.stringify(bad))
    const flags = [
      { key: 'brought-in', name: 'Made', filters: { groups: [{ rollout_percentage: 50 }] } },
      { key: 'in-the-file', name: 'Renamed', filters: { groups: [] } },
    ]
    const content = JSON.stringify({ flagdeck_export: 1, flags })
    const file = { name: 'project.json', mimeType: 'application/json', buffer: Buffer.from(content) }
    await page.getByLabel('From a file').setInputFiles(file)
    await look.click()
    const plan = page.getByRole('region', { name: 'Changes' })
    await plan.getByText('brought-in').waitFor()
    await plan.locator('summary').first().click()
    await plan.getByText('Renamed').waitFor()
    expect(await axeProblems(page)).toEqual([])
    expect((await session.api('GET', 'feature_flags/?key=brought-in')).count).toBe(0)
    await plan.getByRole('button', { name: 'Apply 2 changes' }).click()
    await page.getByText('Applied 2 changes.').waitFor()
    expect(await session.api('GET', 'feature_flags/?key=brought-in')).toMatchObject({ results: [{ name: 'Made' }] })
    // The browser reports the refused request too.
    await session.closePages(/400/)
  })

  it.each(['light', 'dark'] as const)(
    'CONSOLE-95 shows the health of the server, in the %s theme',
    async (colorScheme) => {
      const page = await session.open('#/project/1/settings/health', { colorScheme })
      await page.getByText('All checks passed.').waitFor()
      expect(await page.getByRole('listitem').filter({ hasText: 'Database driver' }).textContent()).toContain('✓ OK')
      expect(await axeProblems(page)).toEqual([])
      await page.setViewportSize({ width: 320, height: 700 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      await page.getByRole('button', { name: 'Check again' }).click()
      await page.getByText('All checks passed.').waitFor()
    },
  )

  it.each(['light', 'dark'] as const)('CONSOLE-14 suits axe in the %s theme', async (colorScheme) => {
    const page = await session.open(EXPORT, { colorScheme })
    await page.getByRole('button', { name: 'Download document' }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
}
