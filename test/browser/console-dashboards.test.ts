import type { JsonObject, JsonValue } from '@flagdeck/core'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { axeProblems, axeProblemsInTheDark } from './support/axe-problems.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED dashboards in the console: ${chromium.missing}`)
else describe('dashboards in the console, in Chromium', () => declare(chromium))

const LIST = '#/project/1/dashboards'

/** The page and the server may share two processors, so responses can be slow. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 })

const CALLS = {
  kind: 'TrendsQuery',
  series: [{ kind: 'EventsNode', event: '$feature_flag_called' }],
  trendsFilter: { display: 'BoldNumber' },
}

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession
  let made = 0
  let name = ''
  let id = 0

  const dashboardNow = (which = id) => session.api('GET', `dashboards/${which}/`)
  const insight = (called: string, dashboard = id, query: JsonValue = CALLS) =>
    session.api('POST', 'insights/', { name: called, query, dashboards: [dashboard] })
  /** Stacks the tiles as other clients have stored them. */
  const stack = async () => {
    const tiles = ((await dashboardNow()).tiles as JsonObject[]).map((tile, index) => ({
      id: tile.id ?? 0,
      layouts: { sm: { x: 0, y: 5 * index, w: 6, h: 5 } },
    }))
    await session.api('PATCH', `dashboards/${id}/`, { tiles })
  }
  const boxes = async () => ((await dashboardNow()).tiles as JsonObject[]).map(boxIn)
  const open = (which = id) => session.open(`${LIST}/${which}`)

  beforeAll(async () => {
    session = await startConsoleSession(launch)
  })
  beforeEach(async () => {
    made += 1
    name = `Board ${made}`
    id = Number((await session.api('POST', 'dashboards/', { name, tags: [`tag-${made}`] })).id)
  })
  afterEach(() => session.closePages())
  // Undefined if the start failed.
  afterAll(() => session?.close())

  it('CONSOLE-40 pins, finds, deletes with a way back, and restores', async () => {
    const page = await session.open(LIST)
    await page.getByRole('button', { name: `Pin ${name}`, exact: true }).click()
    await soon(async () => (await dashboardNow()).pinned).toBe(true)
    await soon(() => page.getByRole('row').nth(1).textContent()).toContain(name)
    await page.getByRole('searchbox').fill(`tag-${made}`)
    await soon(() => page.getByRole('row').count()).toBe(2)
    await soon(() => page.url()).toContain(`search=tag-${made}`)
    await page.getByRole('button', { name: `More for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('No matching dashboards').waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByRole('link', { name, exact: true }).waitFor()
    await session.api('PATCH', `dashboards/${id}/`, { deleted: true })
    await page.goto(`${session.server.url}/console/${LIST}?show=deleted`)
    await page.getByRole('button', { name: `More for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Restore' }).click()
    await soon(async () => (await dashboardNow()).deleted).toBe(false)
  })

  it('CONSOLE-41 moves and sizes a tile by keyboard, tells each step, and keeps it over a reload', async () => {
    await insight('First')
    await insight('Second')
    await stack()
    const page = await open()
    const handle = page.getByRole('button', { name: 'Move or resize Second' })
    await handle.focus()
    await page.keyboard.press('Space')
    await soon(() => page.getByText(/^Grabbed/).count()).toBe(1)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Shift+ArrowRight')
    await soon(() => page.getByText('Column 1, row 1; 7 columns wide').count()).toBe(1)
    await page.keyboard.press('Space')
    await page.getByText('Layout saved').waitFor()
    expect(await handle.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.reload()
    await soon(() => namesOf(page)).toEqual(['Second', 'First'])
    expect((await boxes())[0]).toMatchObject({ x: 0, y: 0, w: 7 })
  })

  it('CONSOLE-41 puts a tile back on Escape, and undoes what was kept', async () => {
    await insight('First')
    await insight('Second')
    await stack()
    const page = await open()
    await page.getByRole('button', { name: 'Move or resize Second' }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowUp')
    await soon(() => page.locator('[data-held]').count()).toBe(1)
    await page.keyboard.press('Escape')
    await soon(() => page.getByText('Canceled. The tile is back in its place.').count()).toBe(1)
    await soon(() => namesOf(page)).toEqual(['First', 'Second'])
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await soon(() => namesOf(page)).toEqual(['Second', 'First'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await soon(() => namesOf(page)).toEqual(['First', 'Second'])
  })

  it('CONSOLE-41 moves and sizes a tile by mouse', async () => {
    await insight('First', id, { ...CALLS, trendsFilter: { display: 'ActionsLineGraph' } })
    const page = await open()
    await drag(page, page.getByRole('button', { name: 'Move or resize First' }), 520, 0)
    await soon(async () => (await boxes())[0]).toMatchObject({ x: 6, y: 0, w: 6 })
    await drag(page, page.locator('.size-handle'), -170, 70)
    await soon(async () => (await boxes())[0]).toMatchObject({ x: 6, w: 4, h: 6 })
  })

  it('CONSOLE-42 moves a tile to another dashboard by keyboard', async () => {
    await insight('Travels')
    const other = Number((await session.api('POST', 'dashboards/', { name: `Other ${made}` })).id)
    const page = await open()
    await page.getByRole('button', { name: 'More for Travels' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Move to dashboard…' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Dashboard' }).focus()
    await page.keyboard.type(`Other ${made}`)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Move tile' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('This dashboard is empty').waitFor()
    await page.goto(`${session.server.url}/console/${LIST}/${other}`)
    await page.reload()
    await soon(() => namesOf(page)).toEqual(['Travels'])
  })

  it('CONSOLE-50 builds a question with its answer beside it, and CONSOLE-43 shows what is counted', async () => {
    const asked = { token: session.server.projectToken, distinct_id: 'u' }
    await session.api('POST', 'feature_flags/', { key: `asked-${made}`, filters: { groups: [{}] } })
    await session.sdk('/flags/?v=2', asked)
    const page = await open()
    await page.getByRole('button', { name: 'Add chart' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Decisions')
    await dialog.getByText('More filters').click()
    await dialog.getByRole('combobox', { name: 'Count' }).selectOption('evaluations')
    await dialog.getByRole('combobox', { name: 'Chart type' }).selectOption('BoldNumber')
    await dialog.getByRole('combobox', { name: 'Flags', exact: true }).fill(`asked-${made}`)
    await page.keyboard.press('Enter')
    await soon(() => dialog.locator('.big-number strong').textContent()).toBe('1')
    await dialog.getByRole('button', { name: 'Add to dashboard' }).click()
    await soon(() => page.locator('.tile .big-number strong').textContent()).toBe('1')
    await page.getByRole('combobox', { name: 'Time range' }).selectOption('-24h')
    expect(page.url()).toContain('range=-24h')
    await soon(() => page.locator('.tile .big-number strong').textContent()).toBe('1')
  })

  it('CONSOLE-50 shows a question that the form has no fields for as JSON, and loses nothing of it', async () => {
    const series = [{ ...CALLS.series[0], custom_name: 'Ours' }, CALLS.series[0] ?? null]
    await insight('Two series', id, { ...CALLS, series })
    const page = await open()
    await page.getByRole('button', { name: 'More for Two series' }).click()
    await page.getByRole('menuitem', { name: 'Edit chart' }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByRole('button', { name: 'Form' }).isDisabled()).toBe(true)
    await dialog.getByRole('textbox', { name: 'Query' }).fill('{"kind":')
    await dialog.getByText(/^Line 1, column 9: /).waitFor()
    expect(await dialog.getByRole('button', { name: 'Save chart' }).isDisabled()).toBe(true)
    await dialog.getByRole('textbox', { name: 'Query' }).fill('{"kind":"HogQLQuery"}')
    await dialog.getByText(/use TrendsQuery or FlagHealthQuery/).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    const { results } = await session.api('GET', 'insights/?search=Two series')
    expect(results).toMatchObject([{ query: { series } }])
    // The browser reports the refused query too.
    await session.closePages(/422/)
  })

  it('CONSOLE-43 tells what cannot be counted and why, beside what can, and what others add', async () => {
    await insight('Counts')
    await insight('Cannot', id, { kind: 'FunnelsQuery' })
    const page = await open()
    await page.getByText('This chart has no result.').waitFor()
    await page.getByText(/"kind" is "FunnelsQuery"/).waitFor()
    await soon(() => page.locator('.big-number').count()).toBe(1)
    await insight('Of somebody else')
    await page.getByRole('heading', { name: 'Of somebody else' }).waitFor({ timeout: 20_000 })
  })

  it('CONSOLE-45 duplicates, edits, goes back to a version, and exports what makes it again', async () => {
    await insight('On it')
    const page = await open()
    const choose = async (item: string) => {
      await page.getByRole('button', { name: `More for ${name}` }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await choose('Edit name, description and tags')
    await page.getByRole('textbox', { name: 'Description' }).fill('What it is about')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('What it is about').waitFor()
    await choose('History')
    await page.getByRole('dialog').getByText('changed the description').waitFor()
    await page.getByRole('button', { name: 'Restore version 2', exact: true }).click()
    await soon(async () => (await dashboardNow()).description).toBe('')
    await choose('Export as JSON')
    const document = (await page.getByRole('dialog').locator('pre').textContent()) ?? ''
    await page.getByRole('button', { name: 'Close' }).click()
    await choose('Duplicate')
    await page.getByRole('button', { name: 'Create duplicate' }).click()
    await page.getByRole('heading', { level: 1, name: `${name} (copy)` }).waitFor()
    await page.goto(`${session.server.url}/console/${LIST}/new`)
    await page.getByRole('button', { name: /^JSON/ }).click()
    await page.getByRole('textbox', { name: 'Template as JSON' }).fill(document.slice(0, -3))
    await page.getByText(/^Line \d+, column \d+: /).waitFor()
    await page.getByRole('textbox', { name: 'Template as JSON' }).fill(document)
    await page.getByRole('textbox', { name: 'Name' }).fill('Made again')
    await page.reload()
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Made again')
    await page.getByRole('button', { name: 'Create dashboard' }).click()
    await page.getByRole('heading', { level: 1, name: 'Made again' }).waitFor()
  })

  it('CONSOLE-52 creates the dashboard about all flags when nothing is chosen', async () => {
    const page = await session.open(`${LIST}/new`)
    await page.getByRole('radio', { name: /^Flag usage/, checked: true }).waitFor()
    await page.getByRole('button', { name: 'Create dashboard' }).click()
    await page.getByRole('heading', { level: 1, name: 'Flag usage' }).waitFor()
    await soon(() => page.locator('.tile').count()).toBe(5)
  })

  it('CONSOLE-52 makes a dashboard from a template, and tells what the API refuses at its place', async () => {
    const page = await session.open(`${LIST}/new`)
    await page.getByRole('button', { name: /^JSON/ }).click()
    const tiles = [{ type: 'BUTTON' }]
    const document = { template_name: 'T', dashboard_description: '', dashboard_filters: {}, tiles }
    await page.getByRole('textbox', { name: 'Template as JSON' }).fill(JSON.stringify(document))
    await page.getByRole('button', { name: 'Create dashboard' }).click()
    await page.getByText(/^tiles › 0/).waitFor()
    await page.getByRole('button', { name: /^Template/ }).click()
    await page.getByRole('radio', { name: /^Rollout watch/ }).check()
    await page.getByText('Responses by hour').waitFor()
    await page.getByRole('button', { name: 'Create dashboard' }).click()
    await page.getByRole('heading', { level: 1, name: 'Rollout watch' }).waitFor()
    await soon(() => page.locator('.tile').count()).toBe(5)
    // The browser reports the refused request too.
    await session.closePages(/400/)
  })

  it('CONSOLE-46 CONSOLE-22 shows whatever is in names and texts as text', async () => {
    const strange = '<img src=x onerror=alert(1)> 🚀 مرحبا'
    await session.api('PATCH', `dashboards/${id}/`, { name: strange, description: strange })
    await session.api('POST', `dashboards/${id}/create_text_tile/`, {
      body: `**bold** ${strange} [x](javascript:alert(1))`,
    })
    await insight(strange)
    const page = await open()
    await page.getByRole('heading', { level: 1, name: strange }).waitFor()
    await soon(() => page.locator('.markdown').textContent()).toContain(strange)
    expect(await page.locator('main img, a[href^="javascript"]').count()).toBe(0)
    expect(await page.locator('.markdown strong').textContent()).toBe('bold')
  })

  it('CONSOLE-14 passes axe with a text and a report, and while a question is built', async () => {
    await session.api('POST', `dashboards/${id}/create_text_tile/`, { body: '# A text\nwith words' })
    await insight('Flags', id, { kind: 'FlagHealthQuery', report: 'unknown' })
    const page = await open()
    await soon(() => page.locator('.tile .markdown').count()).toBe(1)
    await soon(() => page.locator('.skeleton').count()).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Add chart' }).click()
    await page.getByRole('dialog').getByRole('heading', { name: 'Preview' }).waitFor()
    await soon(() => page.locator('.skeleton').count()).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    expect(await axeProblemsInTheDark(page)).toEqual([])
  })
}

function boxIn({ layouts }: JsonObject): JsonValue | undefined {
  return (layouts as JsonObject).sm
}

function namesOf(page: Page): Promise<string[]> {
  return page.locator('.tile h2').allInnerTexts()
}

async function drag(page: Page, from: ReturnType<Page['locator']>, x: number, y: number): Promise<void> {
  const box = await from.boundingBox()
  if (!box) throw new Error('it is not there')
  const [startX, startY] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(startX, startY)
  await page.mouse.down()
  await page.mouse.move(startX + x / 2, startY + y / 2)
  await page.mouse.move(startX + x, startY + y)
  await page.mouse.up()
}
