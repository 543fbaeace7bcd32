import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { axeProblems, axeProblemsInTheDark } from './support/axe-problems.ts'
import { CONSOLE_PLACES, type ConsolePlace, settled } from './support/console-places.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'
import { loadExampleData } from './support/example-data.ts'
import { tooWide } from './support/too-wide.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED every screen of the console: ${chromium.missing}`)
else describe('every screen of the console, in Chromium', () => declare(chromium))

const PLACES = Object.keys(CONSOLE_PLACES) as ConsolePlace[]

/** 1,280 pixels at 200 % are half as many, each twice as wide. */
const ZOOMED = { width: 640, height: 430 }
const NARROW = { width: 320, height: 700 }

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession

  beforeAll(async () => {
    session = await startConsoleSession(launch)
    await loadExampleData(session.server)
  })
  afterEach(() => session.closePages())
  // Undefined when it did not start.
  afterAll(() => session?.close())

  async function open(place: ConsolePlace, options = {}): Promise<Page> {
    const page = await session.open(CONSOLE_PLACES[place], options)
    await settled(page)
    return page
  }

  it.each(PLACES)('CONSOLE-14 is for everybody, in both themes, at 200 % and at 320 pixels: %s', async (place) => {
    const page = await open(place, { reducedMotion: 'reduce' })
    expect(await axeProblems(page)).toEqual([])
    expect(await axeProblemsInTheDark(page)).toEqual([])
    for (const viewport of [ZOOMED, NARROW]) {
      await page.setViewportSize(viewport)
      expect(await tooWide(page)).toEqual([])
    }
  })
}
