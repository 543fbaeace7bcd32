import { readFile } from 'node:fs/promises'
import type { JsonObject, JsonValue } from '@flagdeck/core'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED pages of dashboards in the console: ${chromium.missing}`)
else describe('pages of dashboards in the console, in Chromium', () => declare(chromium))

const LIST = '#/project/1/dashboards'
const FLAGS = ['green-flag', 'red-flag']

/** The page and the server may share two processors, so responses can be slow. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 })

const calls = (display: string, more: JsonObject = {}): JsonObject => ({
  kind: 'TrendsQuery',
  measure: 'evaluations',
  series: [{ kind: 'EventsNode', event: '$feature_flag_called' }],
  trendsFilter: { display },
  ...more,
})

const BY_FLAG = { breakdownFilter: { breakdown: '$feature_flag', breakdown_type: 'event' } }
const REPORT = { kind: 'FlagHealthQuery', report: 'unknown' }

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession
  let created = 0
  let id = 0

  const insight = (name: string, query: JsonValue) =>
    session.api('POST', 'insights/', { name, query, dashboards: [id] })
  const layouts = async () =>
    ((await session.api('GET', `dashboards/${id}/`)).tiles as JsonObject[]).map((t) => t.layouts)
  const open = (query = '') => session.open(`${LIST}/${id}${query}`)

  beforeAll(async () => {
    session = await startConsoleSession(launch)
    for (const key of FLAGS) await session.api('POST', 'feature_flags/', { key, filters: { groups: [{}] } })
    for (let user = 0; user < 3; user += 1) {
      await session.sdk('/flags/?v=2', { token: session.server.projectToken, distinct_id: `user-${user}` })
    }
    await session.api('POST', 'query/', { query: calls('BoldNumber'), refresh: 'blocking' })
  })
  beforeEach(async () => {
    created += 1
    id = Number((await session.api('POST', 'dashboards/', { name: `Page ${created}` })).id)
  })
  afterEach(() => session.closePages())
  // Undefined if the start failed.
  afterAll(() => session?.close())

  it('CONSOLE-300 puts tiles of the API side by side, and scrolls to a tile that the form has added', async () => {
    for (let tile = 0; tile < 6; tile += 1) await insight(`Tile ${tile}`, calls('ActionsLineGraph'))
    const page = await open()
    await soon(() => page.locator('.tile').count()).toBe(6)
    const [first, second] = await Promise.all([0, 1].map((index) => page.locator('.tile').nth(index).boundingBox()))
    expect(second?.y).toBe(first?.y)
    expect(second?.x).toBeGreaterThan(first?.x ?? 0)
    await page.getByRole('button', { name: 'Add text' }).click()
    await page.getByRole('textbox', { name: 'Text' }).fill('The newest of all')
    await page.getByRole('dialog').getByRole('button', { name: 'Add text' }).click()
    const added = page.locator('.tile', { hasText: 'The newest of all' })
    await soon(() => added.evaluate((tile) => tile === document.activeElement)).toBe(true)
    expect(await isInWindow(page, '.tile:focus')).toBe(true)
  })

  it('CONSOLE-300 stores the places of all tiles with the first one that is moved', async () => {
    for (let tile = 0; tile < 4; tile += 1) await insight(`Tile ${tile}`, calls('ActionsLineGraph'))
    const page = await open()
    await page.getByRole('button', { name: 'Move or resize Tile 0' }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await page.getByText('Layout saved').waitFor()
    await soon(layouts).toEqual([
      { sm: { x: 0, y: 0, w: 6, h: 5 } },
      { sm: { x: 6, y: 0, w: 6, h: 5 } },
      { sm: { x: 0, y: 5, w: 6, h: 5 } },
      { sm: { x: 6, y: 5, w: 6, h: 5 } },
    ])
  })

  it('CONSOLE-301 makes numbers, tables and texts as tall as their content, and lets long texts scroll', async () => {
    const layout = (y: number) => ({ sm: { x: 0, y, w: 6, h: 5 } })
    await insight('Number', calls('BoldNumber'))
    await insight('Table', calls('ActionsTable', BY_FLAG))
    await insight('Chart', calls('ActionsLineGraph'))
    await session.api('POST', `dashboards/${id}/create_text_tile/`, { body: 'A paragraph.\n\n'.repeat(40) })
    const tiles = (await session.api('GET', `dashboards/${id}/`)).tiles as JsonObject[]
    const placed = tiles.map((tile, index) => ({ id: tile.id ?? 0, layouts: layout(5 * index) }))
    await session.api('PATCH', `dashboards/${id}/`, { tiles: placed })
    const page = await open()
    await soon(() => page.locator('canvas').count()).toBe(1)
    await soon(() => page.locator('.markdown').count()).toBe(1)
    const tileOf = (name: string) =>
      page.locator('.tile').filter({ has: page.getByRole('heading', { name, exact: true }) })
    const heightOf = async (name: string) => (await tileOf(name).boundingBox())?.height ?? 0
    await soon(() => heightOf('Number')).toBeLessThan(160)
    await soon(() => heightOf('Table')).toBeLessThan(220)
    expect(Math.round(await heightOf('Chart'))).toBe(328)
    expect(Math.round(await heightOf('A paragraph.'))).toBe(328)
    const body = page.locator('.tile-body', { hasText: 'A paragraph.' })
    expect(await body.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true)
    const blank = await tileOf('Number').evaluate(
      (tile) =>
        tile.getBoundingClientRect().bottom -
        (tile.querySelector('.tile-content')?.getBoundingClientRect().bottom ?? 0),
    )
    expect(blank).toBeLessThan(34)
  })

  it('CONSOLE-302 gives a flag one colour on all tiles, also when another one is filtered out', async () => {
    await insight('Lines', calls('ActionsLineGraph', BY_FLAG))
    await insight('Bars', calls('ActionsBarValue', BY_FLAG))
    const page = await open()
    const coloursOf = async (flag: string) => {
      const legend = page.locator('.legend-entry', { hasText: flag }).locator('i')
      const bar = page.locator('.shares tr', { hasText: flag }).locator('.bar i')
      return Promise.all([legend, bar].map((it) => it.evaluate((swatch) => getComputedStyle(swatch).backgroundColor)))
    }
    await soon(() => page.locator('.shares .bar').count()).toBe(2)
    const [green, sameGreen] = await coloursOf('green-flag')
    const [red, sameRed] = await coloursOf('red-flag')
    expect([sameGreen, sameRed]).toEqual([green, red])
    expect(green).not.toBe(red)
    await page.goto(`${session.server.url}/console/${LIST}/${id}?flag=red-flag`)
    await soon(() => page.locator('.shares .bar').count()).toBe(1)
    expect(await coloursOf('red-flag')).toEqual([red, red])
  })

  it('CONSOLE-303 shows date and values at the pointer, and to the arrow keys of a focused chart', async () => {
    await insight('Lines', calls('ActionsLineGraph', BY_FLAG))
    const page = await open()
    const plot = page.getByRole('img', { name: /^Lines\./ })
    const tip = page.locator('.chart-tip')
    await page.locator('canvas').waitFor()
    await plot.focus()
    await page.keyboard.press('End')
    await soon(() => tip.textContent()).toMatch(/green-flag3.*red-flag3|red-flag3.*green-flag3/)
    await soon(() => page.locator('[aria-live]', { hasText: /green-flag 3/ }).count()).toBe(1)
    await page.keyboard.press('Home')
    await soon(() => tip.textContent()).toMatch(/green-flag0/)
    await page.keyboard.press('Escape')
    await soon(() => tip.isVisible()).toBe(false)
    const box = (await plot.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await soon(() => tip.isVisible()).toBe(true)
    const shown = await tip.boundingBox()
    expect(Math.abs((shown?.x ?? 0) - box.x - box.width / 2)).toBeLessThan(40)
    await page.mouse.move(2, 2)
    await soon(() => tip.isVisible()).toBe(false)
  })

  it('CONSOLE-304 downloads the numbers as CSV, and the chart as a picture', async () => {
    await insight('By flag', calls('ActionsLineGraph', BY_FLAG))
    const page = await open()
    await page.locator('canvas').waitFor()
    const downloaded = async (item: string) => {
      await page.getByRole('button', { name: 'More for By flag' }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: item }).click(),
      ])
      return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
    }
    const csv = await downloaded('Download CSV')
    expect(csv.name).toBe('By flag.csv')
    const [head, ...rows] = csv.content.toString().trim().split('\r\n')
    expect(head).toMatch(/^Date,(green-flag,red-flag|red-flag,green-flag)$/)
    expect(rows.at(-1)).toMatch(/^\d{4}-\d\d-\d\d,3,3$/)
    const png = await downloaded('Download PNG')
    expect(png.name).toBe('By flag.png')
    expect(png.content.subarray(1, 4).toString()).toBe('PNG')
    expect(png.content.length).toBeGreaterThan(2_000)
  })

  it('CONSOLE-337 has no legend for a single series that the summary names', async () => {
    await insight('All', calls('ActionsLineGraph'))
    await insight('Each', calls('ActionsLineGraph', BY_FLAG))
    const page = await open()
    const legendOf = (name: string) => page.locator('.tile', { hasText: name }).locator('.legend')
    await legendOf('Each')
      .getByText(FLAGS[0] ?? '')
      .waitFor()
    await page.locator('.tile', { hasText: 'All' }).getByText('peaking at').waitFor()
    expect(await legendOf('All').count()).toBe(0)
    await page.getByRole('checkbox', { name: 'Compare with previous period' }).check()
    await legendOf('All').getByText('Previous period').waitFor()
  })

  it('CONSOLE-305 leads from a legend to the flag, and from an unknown key to a new flag with this key', async () => {
    await insight('By flag', calls('ActionsLineGraph', BY_FLAG))
    const page = await open()
    await page.getByRole('link', { name: 'red-flag' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'red-flag' }).waitFor()
    const event = {
      event: '$feature_flag_called',
      properties: { $feature_flag: 'not-there', $feature_flag_response: false },
    }
    await session.sdk('/batch/', { api_key: session.server.projectToken, batch: [{ ...event, distinct_id: 'u' }] })
    const unknown = await insight('Unknown', REPORT)
    await soon(async () => {
      const { result } = await session.api('GET', `insights/${unknown.id}/?refresh=blocking`)
      return JSON.stringify(result)
    }).toContain('not-there')
    await page.goBack()
    await page.reload()
    await page.getByRole('link', { name: 'Create flag not-there' }).click()
    await soon(() => page.getByLabel('Key', { exact: true }).inputValue()).toBe('not-there')
  })

  it('CONSOLE-306 narrows all charts for the user alone, and saves filters under a name in the browser', async () => {
    await insight('Number', calls('BoldNumber'))
    const before = await session.api('GET', `dashboards/${id}/`)
    const page = await open()
    const number = page.locator('.big-number strong')
    await soon(() => number.textContent()).toBe('6')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('combobox', { name: 'Flags', exact: true }).fill('red-flag')
    await page.keyboard.press('Enter')
    await soon(() => number.textContent()).toBe('3')
    expect(page.url()).toContain('flag=red-flag')
    await page.getByRole('button', { name: 'Saved filters' }).click()
    await page.getByRole('button', { name: 'Save current filters…' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Only red')
    await page.getByRole('button', { name: 'Save filters' }).click()
    await page.getByRole('button', { name: 'Remove filter Flags: red-flag' }).click()
    await soon(() => number.textContent()).toBe('6')
    await page.reload()
    await page.getByRole('button', { name: 'Saved filters' }).click()
    await page.getByRole('button', { name: 'Only red', exact: true }).click()
    await soon(() => number.textContent()).toBe('3')
    await page.getByRole('button', { name: 'Saved filters' }).click()
    await page.getByRole('button', { name: 'Delete saved filters Only red' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Saved filters' }).click()
    await page.getByRole('button', { name: 'Only red', exact: true }).waitFor()
    expect((await session.api('GET', `dashboards/${id}/`)).version).toBe(before.version)
  })

  it('CONSOLE-307 compares all charts with the previous period, in the address', async () => {
    await insight('Number', calls('BoldNumber'))
    await insight('Lines', calls('ActionsLineGraph'))
    const page = await open()
    await page.getByRole('checkbox', { name: 'Compare with previous period' }).check()
    await page.getByText('Up from 0').waitFor()
    await page.locator('.legend', { hasText: 'Previous period' }).waitFor()
    expect(page.url()).toContain('compare=true')
  })

  it('CONSOLE-338 folds the filters and the actions of a dashboard on a phone', async () => {
    await session.api('PATCH', `dashboards/${id}/`, { name: 'A name of many words '.repeat(15).trim() })
    await insight('First tile', calls('ActionsLineGraph'))
    const page = await session.open(`${LIST}/${id}`, { viewport: { width: 390, height: 844 } })
    const top = async () => (await page.locator('.tile').first().boundingBox())?.y ?? 844
    await soon(top).toBeLessThan(300)
    const saved = page.getByRole('button', { name: 'Saved filters' })
    expect(await saved.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await saved.waitFor()
    await page.getByRole('checkbox', { name: 'Compare with previous period' }).waitFor()
    await page.getByRole('button', { name: 'Refresh' }).waitFor()
    expect(await page.getByRole('button', { name: 'Add chart' }).count()).toBe(0)
    await page.getByRole('button', { name: /^More for A name/ }).click()
    await page.getByRole('menuitem', { name: 'Add text' }).click()
    await page.getByRole('textbox', { name: 'Text' }).fill('Typed on a phone')
    await page.getByRole('dialog').getByRole('button', { name: 'Add text' }).click()
    await page.locator('.tile', { hasText: 'Typed on a phone' }).waitFor()
  })

  it('CONSOLE-308 shows charts that cannot be compared without the comparison, and says why', async () => {
    await insight('A year', calls('BoldNumber', { dateRange: { date_from: '-1y' } }))
    await insight('Unknown', REPORT)
    const page = await open('?compare=true')
    await page.getByText(/^Not compared with the previous period\. /).waitFor()
    await soon(() => page.locator('.big-number strong').textContent()).toBe('6')
    await page.getByText('This report shows the current state, so it is not compared.').waitFor()
    await page.goto(`${session.server.url}/console/${LIST}/${id}?flag=red-flag`)
    await page.getByText(/^This report shows the current state of all flags/).waitFor()
  })

  it('CONSOLE-348 names the filter for which a chart of users has no result', async () => {
    await insight(
      'People',
      calls('BoldNumber', { series: [{ kind: 'EventsNode', event: '$feature_flag_called', math: 'dau' }] }),
    )
    const page = await open('?sdk=web')
    await page.getByText('Users are not counted by SDK or by place of evaluation.').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.locator('.big-number').waitFor()
  })

  it('CONSOLE-309 restores what was typed into its forms after a reload, until Cancel', async () => {
    await insight('On it', calls('BoldNumber'))
    const page = await open()
    const name = `Page ${created}`
    const choose = async (item: string) => {
      await page.getByRole('button', { name: `More for ${name}` }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    const forms: readonly (readonly [open: () => Promise<void>, field: string])[] = [
      [() => page.getByRole('button', { name: 'Add text' }).click(), 'Text'],
      [() => page.getByRole('button', { name: 'Add chart' }).click(), 'Description'],
      [() => choose('Edit name, description and tags'), 'Description'],
      [() => choose('Duplicate'), 'Name'],
    ]
    for (const [openForm, field] of forms) {
      await openForm()
      await page.getByRole('dialog').getByRole('textbox', { name: field, exact: true }).fill('typed before')
      await page.reload()
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await openForm()
      const input = page.getByRole('dialog').getByRole('textbox', { name: field, exact: true })
      expect(await input.inputValue()).toBe('typed before')
      await page.getByRole('dialog').getByText('We restored your unsaved changes.').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      await openForm()
      expect(await input.inputValue()).not.toBe('typed before')
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    }
  })

  it('CONSOLE-310 prints all tiles without controls', async () => {
    for (let tile = 0; tile < 8; tile += 1) await insight(`Tile ${tile}`, calls('ActionsLineGraph'))
    const page = await open()
    await page.locator('canvas').first().waitFor()
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('canvas').count()).toBe(8)
    expect(await page.getByRole('button').filter({ visible: true }).allTextContents()).toEqual([])
    expect(await page.locator('.rail').isVisible()).toBe(false)
    const wide = await page
      .locator('canvas')
      .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().right - innerWidth))
    expect(Math.max(...wide)).toBeLessThanOrEqual(0)
  })

  it('CONSOLE-311 draws charts once they come near the window, with their place reserved', async () => {
    for (let tile = 0; tile < 12; tile += 1) await insight(`Tile ${tile}`, calls('ActionsLineGraph'))
    const page = await open()
    await page.locator('canvas').first().waitFor()
    expect(await page.locator('canvas').count()).toBeLessThan(12)
    const height = () => page.evaluate(() => document.documentElement.scrollHeight)
    const before = await height()
    await page.getByRole('heading', { name: 'Tile 11' }).scrollIntoViewIfNeeded()
    await page.locator('.tile', { hasText: 'Tile 11' }).locator('canvas').waitFor()
    expect(await height()).toBe(before)
  })
}

function isInWindow(page: Page, selector: string): Promise<boolean> {
  return page.locator(selector).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })
}
