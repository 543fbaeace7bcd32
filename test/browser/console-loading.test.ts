import { setTimeout } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { axeProblems } from './support/axe-problems.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED parts of the console that do not load: ${chromium.missing}`)
else describe('parts of the console that do not load, in Chromium', () => declare(chromium))

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession

  beforeAll(async () => {
    session = await startConsoleSession(launch)
  })
  afterEach(() => session.closePages(/status of 404|Failed to fetch|preload CSS|ERR_/))
  // Undefined if the start failed.
  afterAll(() => session?.close())

  /** Opens the list of flags. Requests for files with this name fail from then on. */
  async function openWithout(files: string): Promise<Page> {
    const page = await session.open('#/project/1/flags')
    await page.getByRole('heading', { level: 1, name: 'Flags' }).waitFor()
    await page.route(files, (route) => route.fulfill({ status: 404 }))
    return page
  }

  it('CONSOLE-140 says that a screen could not be loaded, and tries again', async () => {
    const page = await openWithout('**/assets/dashboards-screen*.js')
    await page.getByRole('link', { name: 'Dashboards' }).click()
    await page.getByText('This part of the console could not be loaded.').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.getByRole('link', { name: 'Flags' }).click()
    await page.getByRole('heading', { level: 1, name: 'Flags' }).waitFor()
    await page.getByRole('link', { name: 'Dashboards' }).click()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.unroute('**/assets/dashboards-screen*.js')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Dashboards' }).waitFor()
  })

  it('CONSOLE-140 offers a reload of what could not be loaded twice, and keeps what was typed', async () => {
    const page = await openWithout('**/assets/dashboards-screen*.js')
    await page.goto(`${session.server.url}/console/#/project/1/flags/new`)
    const key = page.getByRole('textbox', { name: 'Key', exact: true })
    await key.fill('not-saved-yet')
    await page.getByRole('link', { name: 'Dashboards' }).click()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('may have been updated').waitFor()
    await page.unroute('**/assets/dashboards-screen*.js')
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('heading', { level: 1, name: 'Dashboards' }).waitFor()
    await page.goto(`${session.server.url}/console/#/project/1/flags/new`)
    await expect.poll(() => key.inputValue()).toBe('not-saved-yet')
  })

  it('CONSOLE-140 tries again what failed while the server was away, once it is back', async () => {
    const page = await openWithout('**/assets/dashboards-screen*.js')
    await page.getByRole('link', { name: 'Dashboards' }).click()
    await page.getByText('could not be loaded').waitFor()
    session.server.pause()
    onTestFinished(session.server.goOn)
    await page.getByText('Connection lost').waitFor()
    await page.unrouteAll()
    session.server.goOn()
    await page.getByRole('heading', { level: 1, name: 'Dashboards' }).waitFor()
  })

  it('CONSOLE-140 reloads the page for a style that could not be loaded', async () => {
    const page = await openWithout('**/assets/dashboards-screen*.css')
    await page.getByRole('link', { name: 'Dashboards' }).click()
    await page.getByRole('button', { name: 'Reload' }).waitFor()
  })

  it('CONSOLE-140 says that the palette could not be loaded, and goes on without it', async () => {
    const page = await openWithout('**/assets/palette*.js')
    // The script may have been loaded in advance.
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Flags' }).waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByText('This part of the console could not be loaded.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1, name: 'Flags' }).waitFor()
  })

  it('CONSOLE-147 shows fields that may not be changed while the server is away as such', async () => {
    await session.api('POST', 'feature_flags/', { key: 'to-select' })
    const page = await session.open('#/project/1/flags')
    const choice = page.getByRole('checkbox', { name: /to-select/ })
    const looks = () => choice.evaluate((field) => [getComputedStyle(field).opacity, getComputedStyle(field).cursor])
    await choice.waitFor()
    expect(await choice.isEnabled()).toBe(true)
    const before = await looks()
    session.server.pause()
    onTestFinished(session.server.goOn)
    await expect.poll(() => choice.isDisabled(), { timeout: 10_000 }).toBe(true)
    expect(await looks()).not.toEqual(before)
    expect((await looks())[1]).toBe('not-allowed')
    session.server.goOn()
  })

  it('CONSOLE-143 calls nobody away who is slow, and asks one thing at a time', async () => {
    await session.api('POST', 'feature_flags/', { key: 'of-a-slow-network' })
    const page = await session.open('#/project/1/flags')
    const toggle = page.getByRole('switch').first()
    await toggle.waitFor()
    const mostAsked = countAsked(page, 'groups_types')
    // Without a stream, the page polls the server.
    await page.route('**/flags/definitions/stream?*', (route) => route.abort())
    await page.route('**/api/**', async (route) => {
      await setTimeout(SLOW_MS)
      await route.continue().catch(() => undefined) // may be aborted by then
    })
    await page.reload()
    await toggle.waitFor({ timeout: 10 * SLOW_MS })
    const told = await page
      .getByText('Connection lost')
      .waitFor({ timeout: 3 * SLOW_MS })
      .then(
        () => 'told that it is away',
        () => 'not told',
      )
    expect(told).toBe('not told')
    expect(await toggle.isEnabled()).toBe(true)
    expect(mostAsked()).toBe(1)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
}

/** Longer than the initial time limit for a response. */
const SLOW_MS = 3200

/** Returns a function with the maximum number of concurrent requests for a resource. */
function countAsked(page: Page, what: string): () => number {
  let now = 0
  let most = 0
  const count = (change: number) => (request: Request) => {
    if (!request.url().includes(what)) return
    now += change
    most = Math.max(most, now)
  }
  page.on('request', count(1))
  page.on('requestfinished', count(-1))
  page.on('requestfailed', count(-1))
  return () => most
}
