import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { axeProblems, axeProblemsInTheDark } from './support/axe-problems.ts'
import { CONSOLE_PLACES, type ConsolePlace, settled } from './support/console-places.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'
import { loadExampleData } from './support/example-data.ts'
import { movements } from './support/movements.ts'
import { outOfOrder } from './support/out-of-order.ts'
import { tooWide } from './support/too-wide.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED every screen of the console: ${chromium.missing}`)
else describe('every screen of the console, in Chromium', () => declare(chromium))

const PLACES = Object.keys(CONSOLE_PLACES) as ConsolePlace[]

/** A window of 1,280 pixels at a zoom of 200 %. */
const ZOOMED = { width: 640, height: 430 }
const NARROW = { width: 320, height: 700 }
const WIDE = { width: 1280, height: 860 }

const QUICK_MS = 120

/** The label of a field for unsaved text, by place. */
const TYPED: Partial<Record<ConsolePlace, string>> = {
  'flag-edit': 'Description',
  'flag-new': 'Key',
  'cohort-edit': 'Description',
  'cohort-new': 'Name',
  'dashboard-new': 'Name',
}

/** The requests that the SDK wizard repeats until the first call arrives (CONSOLE-367). */
const POLLED = /refresh=blocking|\/query\/$/

interface HoldingWindow extends Window {
  heldEvents: (() => void)[]
}

/** Holds the events of streams in the page until they are released. */
function holdEvents(): void {
  const held: (() => void)[] = []
  ;(window as unknown as HoldingWindow).heldEvents = held // read by releaseEvents
  Object.defineProperty(EventSource.prototype, 'onmessage', {
    set(this: EventSource, listener: (event: MessageEvent) => void) {
      this.addEventListener('message', (event) => held.push(() => listener(event)))
    },
  })
}

function releaseEvents(): number {
  const { heldEvents } = window as unknown as HoldingWindow // set by holdEvents
  for (const release of heldEvents) release()
  return heldEvents.length
}

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession
  /** The only profile of these tests, so that loaded files stay in its cache. */
  let first: Page

  beforeAll(async () => {
    session = await startConsoleSession(launch)
    await loadExampleData(session.server)
    first = await session.open()
  })
  // Undefined if the start failed.
  afterAll(async () => {
    await session?.closePages()
    await session?.close()
  })

  describe.each(PLACES)('%s', (place) => {
    let page: Page

    beforeAll(async () => {
      page = await first.context().newPage()
      await page.setViewportSize(WIDE)
      await page.goto(`${session.server.url}/console/${CONSOLE_PLACES[place]}`)
      await settled(page)
    })
    // Undefined if opening it failed.
    afterAll(() => page?.close())

    it('CONSOLE-177 sends no request twice when it opens', async () => {
      const opened = await first.context().newPage()
      onTestFinished(() => opened.close())
      // The first event arrives after every response: it reports a version that all of them contain.
      await opened.addInitScript(holdEvents)
      const requests: string[] = []
      opened.on('request', (request) => requests.push(`${request.method()} ${request.url()}`))
      await opened.goto(`${session.server.url}/console/${CONSOLE_PLACES[place]}`)
      await settled(opened)
      await expect.poll(() => opened.evaluate(releaseEvents)).toBe(1)
      await settled(opened)
      const repeated = requests.filter((request, at) => requests.indexOf(request) !== at)
      expect(repeated.filter((request) => !POLLED.test(request))).toEqual([])
    })

    it('CONSOLE-14 passes axe in both themes', async () => {
      expect(await axeProblems(page)).toEqual([])
      expect(await axeProblemsInTheDark(page)).toEqual([])
    })

    it('CONSOLE-68 is walked by the tab key in the order in which it is seen', async () => {
      expect(await outOfOrder(page)).toEqual([])
    })

    it('CONSOLE-69 moves for 120 ms at most, and not at all for who does not want that', async () => {
      expect(await movements(page, QUICK_MS)).toEqual([])
      await page.emulateMedia({ reducedMotion: 'reduce' })
      expect(await movements(page, 0)).toEqual([])
    })

    it('CONSOLE-14 needs no sideways scrolling at 200 % and at 320 pixels', async () => {
      for (const viewport of [ZOOMED, NARROW]) {
        await page.setViewportSize(viewport)
        expect(await tooWide(page)).toEqual([])
      }
      await page.setViewportSize(WIDE)
    })

    it('CONSOLE-70 is there again after a reload, with what was typed', async () => {
      const label = TYPED[place]
      const field = page.getByRole('textbox', { name: label ?? '', exact: true })
      if (label) await field.fill('not-saved-yet')
      const before = await whereItIs(page)
      await page.reload()
      await settled(page)
      expect(await whereItIs(page)).toEqual(before)
      if (label) expect(await field.inputValue()).toBe('not-saved-yet')
    })
  })

  it('CONSOLE-68 closes the top layer alone with Esc, and gives back the focus: a list', async () => {
    const page = await session.open(CONSOLE_PLACES.flags)
    const more = page.getByRole('button', { name: 'More for example-banner' })
    await more.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('menuitem').count()).toBe(0)
    expect(await hasFocus(more)).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await expect.poll(() => hasFocus(more)).toBe(true)
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(await hasFocus(more)).toBe(true)
  })

  it('CONSOLE-68 closes the top layer alone with Esc, and gives back the focus: a field in a dialog', async () => {
    const page = await session.open(CONSOLE_PLACES.dashboard)
    const add = page.getByRole('button', { name: 'Add chart' })
    await add.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('More filters').click()
    await dialog.getByRole('combobox', { name: 'Flags', exact: true }).focus()
    await page.keyboard.press('ArrowDown')
    await page.locator('.suggestions [role=option]').first().waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('.suggestions [role=option]').count()).toBe(0)
    expect(await dialog.count()).toBe(1)
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
    await expect.poll(() => hasFocus(add)).toBe(true)
  })

  it('CONSOLE-68 closes the top layer alone with Esc, and loses nothing: a form', async () => {
    const page = await session.open(CONSOLE_PLACES['flag-edit'])
    await page.getByRole('textbox', { name: 'Description', exact: true }).fill('still here')
    const cohort = page.getByRole('combobox', { name: 'Cohort' }).first()
    await cohort.focus()
    await page.keyboard.press('ArrowDown')
    await page.locator('.suggestions [role=option]').first().waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('.suggestions [role=option]').count()).toBe(0)
    expect(await hasFocus(cohort)).toBe(true)
    const review = page.getByRole('button', { name: 'Review 1 change' })
    await review.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(await hasFocus(review)).toBe(true)
    expect(await page.getByRole('textbox', { name: 'Description', exact: true }).inputValue()).toBe('still here')
  })

  it('CONSOLE-121 counts under a condition set whom its rollout lets in', async () => {
    const page = await session.open('#/project/2/flags/2/edit')
    await page.getByText('25% of users. About 3 of 12 known users.').waitFor()
    await page.getByRole('spinbutton').fill('50')
    await page.getByText('50% of users (was 25%). About 6 of 12 known users.').waitFor()
  })

  it('CONSOLE-69 keeps a theme that was chosen, whatever the system has', async () => {
    const page = await session.open(CONSOLE_PLACES.flags, { colorScheme: 'dark' })
    const canvas = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const dark = await canvas()
    await page.emulateMedia({ colorScheme: 'light' })
    const light = await canvas()
    expect(light).not.toBe(dark)
    await page.getByRole('button', { name: 'Owner' }).click()
    await page.getByRole('radio', { name: 'Dark' }).check()
    expect(await canvas()).toBe(dark)
    await page.getByRole('radio', { name: 'Light' }).check()
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await canvas()).toBe(light)
    await page.reload()
    await settled(page)
    expect(await canvas()).toBe(light)
  })

  it('CONSOLE-69 tells with colours of the system what else its own tell', async () => {
    const page = await session.open(CONSOLE_PLACES.flag, { forcedColors: 'active' })
    await settled(page)
    expect(await outlines(page.locator('.nav'))).toEqual([true, false, false, false, false, false])
    expect(await outlines(page.locator('.tabs > a'))).toEqual([true, false, false, false, false, false])
    expect(await outlines(page.getByRole('button', { name: /^(Node|Browser)$/ }))).toEqual([true, false])
    const swatches = await page.locator('.chart .legend-entry > i').evaluateAll(backgrounds)
    expect(new Set(swatches).size).toBe(2)
    await expect.poll(() => page.locator('canvas').evaluate(coloursDrawn)).toBeGreaterThanOrEqual(2)
    expect(new Set(await page.locator('.bar > i').evaluateAll(backgrounds))).toEqual(new Set(swatches))
    await page.getByRole('button', { name: 'More about this flag' }).click()
    const menu = page.getByRole('menu')
    await menu.waitFor()
    expect(await menu.evaluate(borderOf)).toBe('1px')
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    expect(await page.getByRole('dialog').evaluate(borderOf)).toBe('1px')
  })

  it('CONSOLE-70 goes back through places and filters by the button of the browser', async () => {
    const page = await session.open(CONSOLE_PLACES.flags)
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    await page.getByRole('button', { name: /^Off/ }).click()
    const filtered = page.getByRole('link', { name: 'example-express-payment', exact: true })
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
    await filtered.click()
    await heading('example-express-payment')
    await page.getByRole('navigation', { name: 'Parts of the flag' }).getByRole('link', { name: 'JSON' }).click()
    await page.getByRole('button', { name: 'Copy JSON' }).waitFor()
    await page.getByRole('link', { name: 'Cohorts' }).click()
    await heading('Cohorts')
    await page.goBack()
    await page.getByRole('button', { name: 'Copy JSON' }).waitFor()
    await page.goBack()
    await heading('example-express-payment')
    await page.goBack()
    await heading('Flags')
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
    await page.goForward()
    await heading('example-express-payment')
  })
}

function hasFocus(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => element === document.activeElement)
}

/** Returns for each element whether it has an outline. */
function outlines(locator: Locator): Promise<readonly boolean[]> {
  return locator.evaluateAll((all) => all.map((element) => getComputedStyle(element).outlineStyle !== 'none'))
}

function backgrounds(all: readonly Element[]): readonly string[] {
  return all.map((element) => getComputedStyle(element).backgroundColor)
}

function borderOf(element: Element): string {
  return getComputedStyle(element).borderTopWidth
}

/** Returns the number of colours on a canvas, without greys and rare blended colours. */
function coloursDrawn(canvas: Element): number {
  if (!(canvas instanceof HTMLCanvasElement)) return 0
  const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
  const found = new Map<string, number>()
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.slice(at, at + 4)
    const isGrey = Math.max(red, green, blue) - Math.min(red, green, blue) < 40
    if (alpha === 255 && !isGrey) found.set(`${red} ${green} ${blue}`, (found.get(`${red} ${green} ${blue}`) ?? 0) + 1)
  }
  return [...found.values()].filter((count) => count > 100).length
}

/** Returns the address, the main headings, and the links that are marked as current. */
async function whereItIs(page: Page): Promise<readonly string[]> {
  const headings = await page.locator('h1').allTextContents()
  const marked = await page.locator('[aria-current]').allTextContents()
  return [page.url(), ...headings, ...marked]
}
