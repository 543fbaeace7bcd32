import type { JsonValue } from '@flagdeck/core'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { settled } from './support/console-places.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'
import { tooWide } from './support/too-wide.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED the console on a phone: ${chromium.missing}`)
else describe('the console on a phone, in Chromium', () => declare(chromium))

const PHONE = { width: 375, height: 740 }
const SMALLEST = { width: 320, height: 640 }
const DESK = { width: 1280, height: 860 }

const KEY = 'k'.repeat(200)
const NAME = 'N'.repeat(180)
const WORDS = 'what it is for and when it can go '.repeat(12).slice(0, 400)
const MANY_SETS = 30
const VARIANTS = 20
const TABS_PRESSED = 40

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession
  /** The flag with long names, and the one with many condition sets. */
  let long: number
  let many: number
  let cohort: number

  beforeAll(async () => {
    session = await startConsoleSession(launch)
    long = await made('feature_flags/', { key: KEY, name: WORDS, tags: [NAME.slice(0, 60)], filters: variants() })
    many = await made('feature_flags/', { key: 'many', filters: { groups: sets() } })
    cohort = await made('cohorts/', { name: NAME, description: WORDS, is_static: false, filters: rule() })
    await made('dashboards/', {
      name: NAME,
      description: WORDS,
      tags: [NAME.slice(0, 60)],
      use_template: 'DEFAULT_APP',
    })
  })
  // Undefined if the start failed.
  afterAll(async () => {
    await session?.closePages()
    await session?.close()
  })

  async function made(path: string, body: JsonValue): Promise<number> {
    return Number((await session.api('POST', path, body)).id)
  }

  async function open(place: string): Promise<Page> {
    const page = await session.open(`#/project/1/${place}`, { viewport: PHONE })
    await settled(page)
    return page
  }

  it.each(['settings/keys', 'settings/roles'])(
    'CONSOLE-150 has in the window what can be done at %s',
    async (place) => {
      const page = await open(place)
      if (place === 'settings/roles') {
        await page.locator('main form').getByLabel('Name').fill('Editors')
        await page.getByRole('button', { name: 'Create role' }).click()
      }
      const more = page.getByRole('button', { name: /^More for/ }).first()
      await more.waitFor()
      await page.setViewportSize(SMALLEST)
      expect(await tooWide(page)).toEqual([])
      const { x = SMALLEST.width, width = 0 } = (await more.boundingBox()) ?? {}
      expect(x + width).toBeLessThanOrEqual(SMALLEST.width)
    },
  )

  it('CONSOLE-123 has one line at the bottom while a flag is edited, and one more for what is wrong', async () => {
    const page = await open(`flags/${many}/edit`)
    const foot = page.locator('.edit-foot')
    expect(await heightBelow(page, foot)).toBeLessThan(60)
    expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false)
    await page.getByRole('textbox', { name: 'Key', exact: true }).fill('no key')
    await foot.getByText('1 field needs attention').waitFor()
    expect(await heightBelow(page, foot)).toBeLessThan(90)
    await foot.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
  })

  it('CONSOLE-124 has the open tab in sight', async () => {
    for (const place of [`flags/${many}/json`, `flags/${many}/usage`]) {
      const page = await open(place)
      const { x, width } = await boxOf(page.locator('.tabs > [aria-current]'))
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x + width).toBeLessThanOrEqual(PHONE.width)
    }
  })

  it('CONSOLE-126 has beside a value what takes its filter out, and beside the name what is done with a flag', async () => {
    const page = await open(`flags/${many}/edit`)
    await page.getByRole('button', { name: 'Set 1', exact: true }).click()
    const filter = page.getByRole('group', { name: 'Filter 1' }).first()
    const remove = filter.getByRole('button', { name: 'Remove filter 1' })
    expect((await boxOf(remove)).y).toBe((await boxOf(filter.locator('.filter-value'))).y)
    const flag = await open(`flags/${many}`)
    const copy = flag.getByRole('button', { name: 'Copy key' })
    const heading = flag.getByRole('heading', { level: 1 })
    expect((await boxOf(copy)).x).toBe((await boxOf(flag.getByRole('switch').first())).x)
    expect((await boxOf(copy)).y).toBe((await boxOf(flag.getByRole('link', { name: 'Edit', exact: true }))).y)
    expect((await boxOf(heading)).y).toBeLessThan((await boxOf(copy)).y)
  })

  it('CONSOLE-128 comes by the tab key to nothing that is under what stays in its place', async () => {
    for (const place of ['activity', `flags/${many}/edit`]) {
      const page = await open(place)
      const covered: string[] = []
      for (let pressed = 0; pressed < TABS_PRESSED; pressed++) {
        await page.keyboard.press('Tab')
        covered.push(...(await page.evaluate(coveredFocus)))
      }
      expect(covered).toEqual([])
    }
  })

  it('CONSOLE-127 has the heading and the buttons of a long dialog in sight', async () => {
    const page = await open('settings/keys')
    await page.getByRole('button', { name: 'New key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: /^Custom/ }).check()
    await dialog.evaluate((element) => element.scrollTo(0, 0))
    expect(await dialog.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)).toBe(true)
    expect(await isInSight(dialog.getByRole('heading').first())).toBe(true)
    expect(await isInSight(dialog.getByRole('button', { name: 'Create key' }))).toBe(true)
  })

  it('CONSOLE-125 is no wider for long names', async () => {
    const page = await open('flags')
    for (const place of longPlaces()) {
      await page.goto('about:blank')
      await page.goto(`${session.server.url}/console/#/project/1/${place}`)
      await settled(page)
      for (const viewport of [SMALLEST, PHONE, DESK]) {
        await page.setViewportSize(viewport)
        expect(await tooWide(page), place).toEqual([])
      }
    }
  })

  function longPlaces(): readonly string[] {
    const ofFlag = ['', '/edit', '/activity', '/explain?distinct_id=somebody']
    const ofCohort = ['', '/edit']
    return [
      ...ofFlag.map((part) => `flags/${long}${part}`),
      `flags/${many}/edit`,
      ...ofCohort.map((part) => `cohorts/${cohort}${part}`),
      ...['flags', 'cohorts', 'dashboards', 'dashboards/1', 'activity'],
    ]
  }
}

function variants(): JsonValue {
  const all = Array.from({ length: VARIANTS }, (_, index) => ({
    key: `${'v'.repeat(90)}${index}`,
    rollout_percentage: 100 / VARIANTS,
  }))
  const properties = [{ key: NAME, type: 'person', operator: 'icontains', value: NAME }]
  return { groups: [{ properties, rollout_percentage: 33.33 }], multivariate: { variants: all } }
}

function sets(): JsonValue {
  return Array.from({ length: MANY_SETS }, (_, index) => ({
    properties: [{ key: 'email', type: 'person', operator: 'icontains', value: `@company-${index}.example.com` }],
    rollout_percentage: index,
  }))
}

function rule(): JsonValue {
  const values = [{ key: NAME, type: 'person', operator: 'exact', value: [NAME, 'CH', 'DE'] }]
  return {
    properties: {
      type: 'OR',
      values: [
        { type: 'AND', values },
        { type: 'AND', values },
      ],
    },
  }
}

/** Returns the height of the page's part that a bar at its bottom covers. */
async function heightBelow(page: Page, locator: Locator): Promise<number> {
  return (page.viewportSize()?.height ?? 0) - (await boxOf(locator)).y
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('it is not shown')
  return box
}

/** Returns the focused element if another one covers its middle, or the middle of its first line. */
function coveredFocus(): readonly string[] {
  const focused = document.activeElement
  const [box] = focused?.getClientRects() ?? []
  if (!focused || !box) return []
  const { left, right, top, bottom } = box
  const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  return found !== null && focused.contains(found) ? [] : [focused.outerHTML.slice(0, 120)]
}

function isInSight(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    const found = document.elementFromPoint(innerWidth / 2, (top + bottom) / 2)
    const dialog = element.closest('dialog')
    return top >= 0 && bottom <= innerHeight && found !== null && dialog?.contains(found) === true
  })
}
