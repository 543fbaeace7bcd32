import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED the list of flags: ${chromium.missing}`)
else describe('the list of flags, in Chromium', () => declare(chromium))

const FLAGS = '#/project/1/flags'
const HALF = { groups: [{ rollout_percentage: 50 }] }
const LONG_KEY = 'a-key-of-thirty-characters-000'
/** The number of a key's characters that are visible at every width (CONSOLE-250). */
const KEY_CHARACTERS = 24

/** The page and the server may share two processors, so responses can be slow. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 })

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession
  const create = async (key: string, more: object = {}) =>
    Number((await session.api('POST', 'feature_flags/', { key, name: 'Half of them', filters: HALF, ...more })).id)
  const linkOf = (page: Page, key: string) => page.getByRole('link', { name: key, exact: true })
  const rowOf = (page: Page, key: string) => page.locator('tr[data-flag]', { has: linkOf(page, key) })

  beforeAll(async () => {
    session = await startConsoleSession(launch)
    await create('on-flag', { tags: ['checkout', 'team-a'] })
    await create('off-flag', { active: false })
    await create(LONG_KEY)
  })
  afterEach(() => session.closePages())
  // Undefined if the start failed.
  afterAll(() => session?.close())

  it('CONSOLE-250 shows keys at every width, in rows of 40 pixels below heads that stay', async () => {
    const page = await session.open(FLAGS)
    const key = linkOf(page, LONG_KEY)
    for (const width of [1920, 1440, 1280, 1200, 1110, 1024, 901, 821, 768, 390]) {
      await page.setViewportSize({ width, height: 400 })
      // The columns follow the width of the list a frame later.
      const shown = () =>
        key.evaluate((link) => (link.clientWidth * (link.textContent?.length ?? 0)) / link.scrollWidth)
      await expect
        .poll(shown, { message: `characters at ${width} pixels`, timeout: 15_000 })
        .toBeGreaterThanOrEqual(KEY_CHARACTERS)
      if (width > 820) expect((await rowOf(page, LONG_KEY).boundingBox())?.height, `row at ${width}`).toBe(40)
    }
    await page.setViewportSize({ width: 1280, height: 160 })
    await page.evaluate(() => scrollTo(0, 4000))
    await soon(async () => (await page.getByRole('columnheader', { name: 'Flag', exact: true }).boundingBox())?.y).toBe(
      56,
    )
  })

  it('CONSOLE-251 opens a flag by a click on its row, and nothing by a selection of text', async () => {
    const page = await session.open(FLAGS)
    const cell = rowOf(page, 'on-flag').locator('td.gets')
    const opened = page.context().waitForEvent('page')
    await cell.click({ modifiers: ['Control'] })
    expect((await opened).url()).toMatch(/flags\/1$/)
    const another = page.context().waitForEvent('page')
    await cell.click({ button: 'middle' })
    expect((await another).url()).toMatch(/flags\/1$/)
    await cell.dblclick({ position: { x: 20, y: 12 }, trial: true })
    await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('td.gets') as Node)) // rendered above
    await cell.evaluate((element) => element.dispatchEvent(new MouseEvent('click', { bubbles: true })))
    expect(page.url()).toMatch(/flags$/)
    await page.evaluate(() => getSelection()?.removeAllRanges())
    await cell.click()
    await page.getByRole('heading', { level: 1, name: 'on-flag' }).waitFor()
  })

  it('CONSOLE-252 remembers the chosen columns', async () => {
    const page = await session.open(FLAGS)
    const heads = async () => (await page.getByRole('columnheader').allTextContents()).join(' ')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Status' }).uncheck()
    await page.getByRole('checkbox', { name: 'Created' }).check()
    await soon(heads).toContain('Created')
    await page.reload()
    await soon(heads).toContain('Created')
    expect(await heads()).not.toContain('Status')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('button', { name: 'Reset to default' }).click()
    await soon(heads).toContain('Status')
  })

  it('CONSOLE-253 says who would get a flag that is off', async () => {
    const page = await session.open(FLAGS)
    await soon(() => rowOf(page, 'off-flag').locator('td.gets').textContent()).toContain('50% of users, when on')
  })

  it('CONSOLE-254 sorts by the heads of columns, in the address', async () => {
    const page = await session.open(FLAGS)
    const head = page.getByRole('columnheader', { name: 'Status' })
    const sort = head.getByRole('button')
    await sort.click()
    await soon(() => page.url()).toContain('sort=-active')
    await sort.click()
    await soon(() => head.getAttribute('aria-sort')).toBe('ascending')
    await soon(() => page.locator('tr[data-flag] .key a').first().textContent()).toBe('off-flag')
    await sort.click()
    await soon(() => page.url()).not.toContain('sort')
  })

  it('CONSOLE-255 lists only what the user created or owns', async () => {
    const page = await session.open(FLAGS)
    await page.getByRole('checkbox', { name: 'Only mine' }).check()
    await soon(() => page.url()).toContain('mine=true')
    await page.reload()
    await linkOf(page, 'on-flag').waitFor()
    expect(await page.getByRole('checkbox', { name: 'Only mine' }).isChecked()).toBe(true)
  })

  it('CONSOLE-256 marks a flag with unsaved changes, and leads to them', async () => {
    const page = await session.open(`${FLAGS}/1/edit`)
    await page.getByRole('textbox', { name: 'Description', exact: true }).fill('Not saved yet')
    await page.getByRole('link', { name: 'Flags' }).first().click()
    const mark = rowOf(page, 'on-flag').getByRole('link', { name: 'Unsaved changes' })
    await mark.click()
    await soon(() => page.getByRole('textbox', { name: 'Description', exact: true }).inputValue()).toBe('Not saved yet')
  })

  it('CONSOLE-257 CONSOLE-258 CONSOLE-263 requests nothing twice, does not poll and does not jump', async () => {
    const page = await session.open(`${FLAGS}/new`)
    await page.getByText('Live', { exact: true }).waitFor()
    await page.addInitScript(watchShifts)
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith('/api/')) asked.push(pathname + search)
    })
    let reports = 0
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('Network.enable')
    devTools.on('Network.eventSourceMessageReceived', ({ eventName }) => {
      if (eventName === 'availability') reports += 1
    })
    await page.goto('about:blank')
    asked.length = 0
    await page.goto(`${session.server.url}/console/${FLAGS}`)
    await linkOf(page, 'on-flag').waitFor()
    reports = 0
    // Longer than the interval at which the page would poll the server.
    await soon(() => reports).toBeGreaterThanOrEqual(3)
    expect(asked.filter((url, at) => asked.indexOf(url) !== at)).toEqual([])
    expect(asked.filter((url) => url.includes('groups_types'))).toEqual([])
    expect(await page.evaluate(() => (window as unknown as ShiftWindow).shifts)).toBeLessThan(0.05) // set above
  })

  it('CONSOLE-259 CONSOLE-260 names switches by their flag, and has boxes of 24 pixels', async () => {
    const page = await session.open(FLAGS)
    const toggle = page.getByRole('switch', { name: 'on-flag', exact: true })
    await soon(() => toggle.getAttribute('aria-checked')).toBe('true')
    const box = await rowOf(page, 'on-flag').locator('.tick').boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24)
    await page.mouse.click((box?.x ?? 0) + 2, (box?.y ?? 0) + 2)
    expect(await page.getByRole('checkbox', { name: 'Select on-flag' }).isChecked()).toBe(true)
    expect(page.url()).toMatch(/flags$/)
  })

  it('CONSOLE-261 moves the focus to the neighbour of a row that leaves the list', async () => {
    await create('neighbour')
    await create('leaves')
    const page = await session.open(`${FLAGS}?show=on`)
    await page.getByRole('switch', { name: 'leaves' }).focus()
    await page.keyboard.press('Space')
    await soon(() => page.evaluate(() => document.activeElement?.textContent)).toBe('neighbour')
    await page.getByRole('button', { name: 'More for neighbour' }).click()
    await page.getByRole('menuitem', { name: 'Archive' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
    await soon(() => page.evaluate(() => document.activeElement?.textContent)).toBe(LONG_KEY)
  })

  it('CONSOLE-262 has the same menu in the list and on the page of a flag', async () => {
    const page = await session.open(FLAGS)
    const entries = () => page.getByRole('menuitem').filter({ visible: true }).allTextContents()
    await page.getByRole('button', { name: 'More for on-flag' }).click()
    await soon(entries).toEqual(['Edit', 'Duplicate', 'Turn off', 'Archive', 'Delete'])
    await page.keyboard.press('Escape')
    await linkOf(page, 'on-flag').click()
    await page.getByRole('button', { name: 'More about this flag' }).click()
    await soon(entries).toEqual(['Edit', 'Duplicate', 'Turn off', 'Archive', 'Delete'])
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await page.getByRole('dialog', { name: 'Duplicate on-flag' }).waitFor()
  })

  it('CONSOLE-264 says in a bulk dialog what is already so', async () => {
    const page = await session.open(FLAGS)
    for (const key of ['on-flag', 'off-flag']) await page.getByRole('checkbox', { name: `Select ${key}` }).check()
    await page.locator('.bulk').getByRole('button', { name: 'Turn off' }).click()
    const dialog = page.getByRole('dialog', { name: 'Turn off 2 flags' })
    await dialog.getByText('Already off').waitFor()
    await dialog.getByText('Returns false for everyone.').waitFor()
    await dialog.getByRole('button', { name: 'Turn off', exact: true }).waitFor()
  })
}

interface ShiftWindow {
  shifts: number
}

/** Adds up the layout shifts that no user input caused. Runs in the page. */
function watchShifts(): void {
  const found = window as unknown as ShiftWindow // the property that the test reads
  found.shifts = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) found.shifts += entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
