import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { axeProblems, axeProblemsInTheDark } from './support/axe-problems.ts'
import { HARSH_PLACES, settled } from './support/console-places.ts'
import { type ConsoleServer, startConsoleServer } from './support/console-server.ts'
import { loadHarshData, SMALL_HARSH_SIZE } from './support/harsh/harsh-data.ts'
import { type LayoutShifts, layoutShifts, watchShifts } from './support/layout-shifts.ts'
import { overlappingTexts } from './support/overlapping-texts.ts'
import { tooWide } from './support/too-wide.ts'

const found = inject('chromium')
if ('missing' in found) it.skip(`SKIPPED the console with harsh data: ${found.missing}`)
else describe('the console with long, many and right-to-left values, in Chromium', () => declare(found))

const SIZES = [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
]

function declare(launch: ChromiumLaunch): void {
  let server: ConsoleServer
  let browser: Browser
  let context: BrowserContext

  beforeAll(async () => {
    server = await startConsoleServer([], { FLAGDECK_RATE_LIMIT: 'off' })
    await loadHarshData(server, SMALL_HARSH_SIZE)
    browser = await chromium.launch(launch)
    context = await browser.newContext({ reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.goto(server.signInLink)
    await page.getByRole('heading', { level: 1, name: 'Flags' }).waitFor()
    await page.close()
    await watchShifts(context)
  }, 60_000)
  // Undefined if the start failed.
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  describe.each(SIZES)('$width pixels wide', (viewport) => {
    describe.each(Object.entries(HARSH_PLACES))('%s', (_, place) => {
      let page: Page
      let shifts: LayoutShifts
      const errors: string[] = []

      beforeAll(async () => {
        page = await context.newPage()
        page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
        page.on('pageerror', (error) => errors.push(String(error)))
        await page.setViewportSize(viewport)
        await page.goto(`${server.url}/console/${place}`)
        await settled(page)
        shifts = await layoutShifts(page)
      })
      // Undefined if opening it failed.
      afterAll(() => page?.close())

      it('CONSOLE-388 does not move what is shown while the rest loads', () => {
        expect(shifts.total, shifts.moved.join('\n')).toBeLessThan(0.05)
      })

      it('CONSOLE-386 has no overlapping texts, and needs no sideways scrolling', async () => {
        expect(await overlappingTexts(page)).toEqual([])
        expect(await tooWide(page)).toEqual([])
      })

      it('CONSOLE-387 passes axe in both themes, and reports no error', async () => {
        expect(await axeProblems(page)).toEqual([])
        expect(await axeProblemsInTheDark(page)).toEqual([])
        expect(errors).toEqual([])
      })
    })
  })
}
