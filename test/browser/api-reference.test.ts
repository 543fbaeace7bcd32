import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { axeProblems } from './support/axe-problems.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED the page about the API: ${chromium.missing}`)
else describe('the page about the API, in Chromium', () => declare(chromium))

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession

  const open = async (colorScheme: 'light' | 'dark' = 'light') => {
    const page = await session.open('', { colorScheme })
    await page.goto(`${session.server.url}/api/schema/ui/`)
    await page.getByText(/^\d+ of \d+ operations/).waitFor()
    return page
  }

  beforeAll(async () => {
    session = await startConsoleSession(launch)
    await session.api('POST', 'feature_flags/', { key: 'on-the-page' })
  })
  // The browser reports refused requests too.
  afterEach(() => session.closePages(/status of 401/))
  // Undefined if the start failed.
  afterAll(() => session?.close())

  it('HTTP-86 shows every call of the document, found by words', async () => {
    const page = await open()
    const document = await (await fetch(`${session.server.url}/api/schema/`)).json()
    const calls = Object.values(document.paths as Record<string, object>).flatMap((item) =>
      Object.keys(item).filter((name) => name !== 'parameters'),
    )
    await page.getByText(`${calls.length} of ${calls.length} operations`).waitFor()
    expect(await page.locator('.operation').count()).toBe(calls.length)
    await page.getByLabel('Search operations').fill('copy flag')
    await page.locator('#organization_feature_flags_copy_flags_create').waitFor()
    expect(await page.locator('.operation').count()).toBeLessThan(5)
  })

  it('HTTP-86 tries a call with one’s own key, and not as who is signed in', async () => {
    const page = await open()
    const call = page.locator('#feature_flags_list')
    await call.locator('summary').first().click()
    await call.getByRole('button', { name: 'Send' }).click()
    await call.getByText('"not_authenticated"').waitFor()
    await page.getByLabel('Personal API key').fill(session.server.personalApiKey)
    await call.getByLabel('search', { exact: true }).fill('on-the')
    await call.getByRole('button', { name: 'Send' }).click()
    await call.getByText(/^200 after/).waitFor()
    const answer = JSON.parse((await call.getByRole('status').locator('pre').textContent()) ?? '')
    expect(answer).toMatchObject({ count: 1, results: [{ key: 'on-the-page' }] })
  })

  it('HTTP-86 fills in a body, and says where it is no JSON', async () => {
    const page = await open()
    await page.getByLabel('Personal API key').fill(session.server.personalApiKey)
    const call = page.locator('#feature_flags_create')
    await call.locator('summary').first().click()
    const body = call.getByLabel('Body')
    expect(JSON.parse(await body.inputValue())).toEqual({ key: '' })
    await body.fill('{"key": }')
    await call.getByText(/^Line 1, column/).waitFor()
    await body.fill('{"key": "from-the-page"}')
    await call.getByRole('button', { name: 'Send' }).click()
    await call.getByText(/^201 after/).waitFor()
    expect((await session.api('GET', 'feature_flags/?key=from-the-page')).count).toBe(1)
  })

  it.each(['light', 'dark'] as const)('HTTP-86 is for everybody, in the %s theme and at 320 pixels', async (theme) => {
    const page = await open(theme)
    await page.locator('#feature_flags_create summary').first().click()
    expect(await axeProblems(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
}
