import { createTestDatabase } from '@flagdeck/store-postgres/testing'
import { type Browser, chromium as playwright } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { startFaultyProxy } from '../services/faulty-proxy.ts'
import { startConsoleHost } from './support/console-host.ts'
import { walkThroughConsole } from './support/console-journey.ts'
import { startConsoleServer } from './support/console-server.ts'
import { startPrefixProxy } from './support/prefix-proxy.ts'
import { type WatchedPages, watchedPages } from './support/watched-pages.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED the way through the console: ${chromium.missing}`)
else describe('the way through the console, in Chromium', () => declare(chromium))

/** A window of 1,280 pixels at a zoom of 200 %. */
const ZOOMED = { width: 640, height: 430 }
const NARROW = { width: 320, height: 640 }
const WIDE = { width: 1280, height: 860 }

const NEWEST_POSTGRES = inject('postgres').servers[0]

function declare(launch: ChromiumLaunch): void {
  let browser: Browser
  let pages: WatchedPages

  beforeAll(async () => {
    browser = await playwright.launch(launch)
    pages = watchedPages(browser)
  })
  // The browser also reports the used link, and a server without a database.
  afterEach(() => pages.close(/status of (410|503)/))
  // Undefined if the start failed.
  afterAll(() => browser?.close())

  it('CONSOLE-66 leads from a first start on SQLite to a flag that is made and undone, at 200 %', async () => {
    const start = await startConsoleServer()
    onTestFinished(start.close)
    await walkThroughConsole({ start, pages, viewport: ZOOMED })
  })

  it('CONSOLE-66 CONSOLE-1 does so behind a proxy that puts a prefix before it, at 320 pixels', async () => {
    const server = await startConsoleServer()
    onTestFinished(server.close)
    const proxy = await startPrefixProxy('/admin/flags', server.url)
    onTestFinished(proxy.close)
    const signInLink = server.signInLink.replace(server.url, proxy.url)
    await walkThroughConsole({ start: { ...server, url: proxy.url, signInLink }, pages, viewport: NARROW })
  })

  it.each(['express', 'fastify'])('CONSOLE-66 CONSOLE-1 does so in a server of %s, below a path', async (host) => {
    const start = await startConsoleHost(`${host}/with-console.ts`)
    await walkThroughConsole({ start, pages, viewport: WIDE })
  })

  it.skipIf(!NEWEST_POSTGRES)(
    'CONSOLE-66 does so on PostgreSQL, and CONSOLE-12 says within five seconds that it is away, and by itself that it is back',
    async () => {
      const database = await createTestDatabase(NEWEST_POSTGRES?.url ?? '')
      onTestFinished(database.dispose)
      const link = await startFaultyProxy(database.url)
      onTestFinished(link.dispose)
      const start = await startConsoleServer([], { DATABASE_URL: link.url })
      onTestFinished(start.close)
      const page = await walkThroughConsole({ start, pages, viewport: WIDE })
      const toggle = page.getByRole('switch', { name: 'my-first-flag' })
      await expect.poll(() => toggle.isEnabled()).toBe(true)
      await link.refuse()
      await page.getByText('Connection lost').waitFor({ timeout: 5000 })
      // A response that was already on its way counts as a sign of life until the next report of the stream.
      await expect.poll(() => toggle.isEnabled()).toBe(false)
      expect(await page.getByRole('link', { name: 'Edit', exact: true }).count()).toBe(0)
      link.heal()
      await page.getByText('Connection lost').waitFor({ state: 'detached' })
      await expect.poll(() => toggle.isEnabled()).toBe(true)
    },
  )
}
