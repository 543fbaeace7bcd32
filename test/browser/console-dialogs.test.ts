import {
  type Browser,
  type BrowserContext,
  chromium,
  type ElementHandle,
  type Locator,
  type Page,
} from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { axeProblems, axeProblemsInTheDark } from './support/axe-problems.ts'
import { changedStyles } from './support/changed-styles.ts'
import { CONSOLE_DIALOGS, opened } from './support/console-dialogs.ts'
import { type ConsoleServer, startConsoleServer } from './support/console-server.ts'
import { loadExampleData } from './support/example-data.ts'
import { loadHarshData, SMALL_HARSH_SIZE } from './support/harsh/harsh-data.ts'
import { outOfWindow } from './support/out-of-window.ts'

const found = inject('chromium')
if ('missing' in found) it.skip(`SKIPPED the dialogs of the console: ${found.missing}`)
else describe('dialogs, menus and panels of the console, in Chromium', () => declare(found))

const OPEN = 'dialog[open], [popover]:popover-open'
const WIDE = { width: 1280, height: 720 }
const NARROW = [
  { width: 390, height: 844 },
  { width: 320, height: 600 },
]

function declare(launch: ChromiumLaunch): void {
  let server: ConsoleServer
  let browser: Browser
  let storageState: Awaited<ReturnType<BrowserContext['storageState']>>

  beforeAll(async () => {
    server = await startConsoleServer([], { FLAGDECK_RATE_LIMIT: 'off' })
    await loadHarshData(server, SMALL_HARSH_SIZE)
    await loadExampleData(server)
    browser = await chromium.launch(launch)
    const page = await browser.newPage()
    await page.goto(server.signInLink)
    await page.getByRole('heading', { level: 1, name: 'Flags' }).waitFor()
    storageState = await page.context().storageState()
    await page.close()
  }, 60_000)
  // Undefined if the start failed.
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  describe.each(Object.entries(CONSOLE_DIALOGS))('%s', (_, { place, kind, open, isShown, isModal, red }) => {
    let page: Page
    let opener: Locator
    let first: ElementHandle
    let root: Locator

    beforeAll(async () => {
      const context = await browser.newContext({ storageState, viewport: WIDE, reducedMotion: 'reduce' })
      page = await context.newPage()
      await page.goto(`${server.url}/console/${place}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      opener = await open(page)
      const handle = await opener.elementHandle()
      if (handle) first = handle
      root = await opened(page, kind)
    })
    // Undefined if opening it failed.
    afterAll(() => page?.context().close())

    it('CONSOLE-380 looks the same when all style sheets of the console are loaded', async () => {
      expect(await changedStyles(page, root)).toEqual([])
    })

    it('CONSOLE-381 is in the window, with the buttons of its foot', async () => {
      expect(await outOfWindow(root)).toEqual([])
    })

    it('CONSOLE-383 passes axe in both themes', async () => {
      expect(await axeProblems(page, OPEN)).toEqual([])
      expect(await axeProblemsInTheDark(page, OPEN)).toEqual([])
      await page.emulateMedia({ colorScheme: 'light' })
    })

    it('CONSOLE-384 CONSOLE-389 has in red the actions that cannot be undone, and no others', async () => {
      const shown = await root.locator('.danger').allTextContents()
      expect(shown.toSorted()).toEqual((red ?? []).toSorted())
    })

    it.skipIf(kind !== 'dialog')('CONSOLE-382 has a title that names its action', async () => {
      const title = (await titleOf(root)).replaceAll(/[\u2068\u2069]/g, '')
      expect(title).toMatch(isShown ? /^[A-Z0-9].*[^?.!]$/s : VERB)
    })

    it('CONSOLE-381 is in a narrow window, with the buttons of its foot', async () => {
      for (const viewport of NARROW) {
        await page.setViewportSize(viewport)
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
        if (kind !== 'dialog') {
          await page.keyboard.press('Escape')
          opener = await open(page)
          root = await opened(page, kind)
        }
        expect(await outOfWindow(root), `${viewport.width} pixels`).toEqual([])
      }
    })

    it('CONSOLE-385 closes with Esc and gives back the focus', async () => {
      // In a narrow window, another control opens some dialogs.
      if (kind === 'dialog' && !isModal && !(await first.isVisible())) {
        await page.setViewportSize(WIDE)
        await page.keyboard.press('Escape')
        opener = await open(page)
      }
      await page.keyboard.press('Escape')
      if (isModal) return expect.poll(() => page.locator('dialog[open]').count()).toBe(1)
      await expect.poll(() => page.locator(OPEN).count()).toBe(0)
      await expect.poll(() => opener.evaluate((it) => it === document.activeElement)).toBe(true)
    })
  })
}

/** The first word in the title of a dialog with an action. */
const VERB =
  /^(Add|Archive|Change|Copy|Create|Delete|Duplicate|Edit|Export|Invite|Move|Remove|Rename|Reset|Resolve|Restore|Review|Revoke|Rotate|Save|Search|Sign|Target|Turn)\b.*[^?.!]$/s

async function titleOf(root: Locator): Promise<string> {
  const label = await root.getAttribute('aria-label')
  return label ?? (await root.locator('h1, h2').first().textContent()) ?? ''
}
