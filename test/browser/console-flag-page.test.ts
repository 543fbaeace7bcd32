import type { JsonObject, JsonValue } from '@flagdeck/core'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { axeProblems } from './support/axe-problems.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'
import { tooWide } from './support/too-wide.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED the page of a flag in the console: ${chromium.missing}`)
else describe('the page of a flag in the console, in Chromium', () => declare(chromium))

/** The page and the server may share two processors, so responses can be slow. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 })

const person = (key: string, value: JsonValue, operator = 'exact') => ({ type: 'person', key, operator, value })
const PRO = person('plan', ['pro'])
const TWO_VARIANTS = [
  { key: 'control', rollout_percentage: 50 },
  { key: 'test', rollout_percentage: 50 },
]

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession

  const newFlag = async (key: string, filters: JsonObject, fields: JsonObject = {}): Promise<number> =>
    Number((await session.api('POST', 'feature_flags/', { key, filters, ...fields })).id)
  const groupsOf = async (id: number) => {
    const { filters } = await session.api('GET', `feature_flags/${id}/`)
    return (filters as JsonObject).groups as JsonObject[]
  }
  const open = (id: number, part = '') => session.open(`#/project/1/flags/${id}${part}`)
  const rollout = (page: Page, number: number) =>
    page.getByRole('button', { name: `Change the rollout of set ${number}` })
  const rolloutField = (page: Page, number: number) => page.getByLabel(`Rollout of set ${number} in percent`)
  /** Returns the filled part of the bar, in percent of its width. */
  const filled = (page: Page) =>
    page.locator('.bar').evaluate((bar) => {
      const parts = [...bar.children].reduce((sum, part) => sum + part.getBoundingClientRect().width, 0)
      return Math.round((100 * parts) / bar.getBoundingClientRect().width)
    })

  beforeAll(async () => {
    session = await startConsoleSession(launch)
  })
  afterEach(() => session.closePages(/status of 409/))
  // Undefined if the start failed.
  afterAll(() => session?.close())

  it('CONSOLE-270 CONSOLE-175 estimates the reach from usage while no users are stored', async () => {
    const id = await newFlag('not-counted', { groups: [{ rollout_percentage: 100 }] })
    const page = await open(id)
    await page.getByText('Unknown: no users are stored.').waitFor()
    const { api_token: token } = await session.api('GET', '')
    const seen = (user: string) => ({
      event: '$feature_flag_called',
      distinct_id: user,
      properties: { $feature_flag: 'not-counted', $feature_flag_response: true },
    })
    await session.sdk('/batch/', { api_key: token ?? '', batch: ['ada', 'bob'].map(seen) })
    const users = [{ from: 'true', to: 'true', count: 2 }]
    await soon(() => session.api('POST', `feature_flags/${id}/preview/`, {})).toMatchObject({
      estimate: { users: 2, transitions: users },
    })
    await page.reload()
    await page.getByText('Based on the last 7 days, about 2 of 2 users.').waitFor()
  })

  describe('with stored users', () => {
    beforeAll(async () => {
      for (let number = 0; number < 20; number++) {
        const properties = { plan: number < 4 ? 'pro' : 'free', country: number < 6 ? 'DE' : 'AT' }
        await session.api('PATCH', `persons/user-${number}/`, { properties })
      }
    })

    it('CONSOLE-270 shows the reach of all condition sets together, and its split', async () => {
      const groups = [{ properties: [PRO] }, { properties: [person('country', ['DE'])] }, { rollout_percentage: 0 }]
      const id = await newFlag('reach', { groups, multivariate: { variants: TWO_VARIANTS } })
      const page = await open(id)
      await page.getByText('About 6 of 20 known users (30%)').waitFor()
      expect(await filled(page)).toBe(30)
      const counts = await page.locator('.legend-entry').allTextContents()
      const numbers = counts.map((text) => Number(/· (\d+)$/.exec(text)?.[1]))
      expect(numbers).toHaveLength(2)
      expect((numbers[0] ?? 0) + (numbers[1] ?? 0)).toBe(6)
      expect(await axeProblems(page)).toEqual([])
    })

    it('CONSOLE-270 CONSOLE-25 shows the reach of a flag that is off when it is on', async () => {
      const id = await newFlag('reach-off', { groups: [{ properties: [PRO] }] }, { active: false })
      const page = await open(id)
      await page.getByText('Off. When on: Users whose plan is pro.').waitFor()
      await page.getByText('About 4 of 20 known users (20%)').waitFor()
    })

    it('CONSOLE-270 counts again when a version of the flag is saved', async () => {
      const id = await newFlag('reach-anew', { groups: [{ properties: [PRO] }] })
      const page = await open(id)
      await page.getByText('About 4 of 20 known users').waitFor()
      await session.api('PATCH', `feature_flags/${id}/`, { filters: { groups: [{ rollout_percentage: 100 }] } })
      await page.getByText('All 20 known users').waitFor()
    })

    it('CONSOLE-271 changes a rollout in place, after a preview, with Undo', async () => {
      const id = await newFlag('in-place', { groups: [{ properties: [PRO] }, { rollout_percentage: 0 }] })
      const page = await open(id)
      await rollout(page, 2).click()
      await soon(() => rolloutField(page, 2).evaluate((field) => field === document.activeElement)).toBe(true)
      await page.keyboard.type('100')
      const row = page.getByRole('row', { name: /^off on 16$/ })
      await row.waitFor()
      await page.getByText('Changes the result for 16 of 20 known users.').waitFor()
      expect(await groupsOf(id)).toMatchObject([{}, { rollout_percentage: 0 }])
      expect(await axeProblems(page)).toEqual([])
      await page.keyboard.press('Enter')
      await soon(() => groupsOf(id)).toMatchObject([{}, { rollout_percentage: 100 }])
      await page.getByText('Changed the rollout of set 2 from 0% to 100%').waitFor()
      await soon(() => rollout(page, 2).evaluate((button) => button === document.activeElement)).toBe(true)
      await page.getByRole('button', { name: 'Undo' }).click()
      await soon(() => groupsOf(id)).toMatchObject([{}, { rollout_percentage: 0 }])
    })

    it('CONSOLE-271 cancels with Esc, and moves the focus back', async () => {
      const id = await newFlag('in-place-esc', { groups: [{ rollout_percentage: 40 }] })
      const page = await open(id)
      await rollout(page, 1).click()
      await rolloutField(page, 1).press('PageUp')
      expect(await rolloutField(page, 1).inputValue()).toBe('50')
      await page.keyboard.press('Escape')
      await soon(() => rolloutField(page, 1).count()).toBe(0)
      await soon(() => rollout(page, 1).evaluate((button) => button === document.activeElement)).toBe(true)
      expect(await groupsOf(id)).toMatchObject([{ rollout_percentage: 40 }])
    })

    it('CONSOLE-391 shows a change of another user, and saves the value that the user chooses', async () => {
      const id = await newFlag('in-place-conflict', { groups: [{ rollout_percentage: 40 }] })
      const page = await open(id)
      await rollout(page, 1).click()
      await rolloutField(page, 1).fill('60')
      await session.api('PATCH', `feature_flags/${id}/`, { filters: { groups: [{ rollout_percentage: 10 }] } })
      await rolloutField(page, 1).press('Enter')
      await page.getByRole('alert').getByText('changed this set. Its rollout is now 10%.').waitFor()
      expect(await rolloutField(page, 1).inputValue()).toBe('60')
      await rolloutField(page, 1).press('Enter')
      expect(await groupsOf(id)).toMatchObject([{ rollout_percentage: 10 }])
      await page.getByRole('button', { name: 'Use 60%' }).click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await soon(() => groupsOf(id)).toMatchObject([{ rollout_percentage: 60 }])
    })

    it.each([
      ['the edited set', 3, 2],
      ['another set', 2, 0],
    ])('CONSOLE-391 saves nothing when another user has removed %s', async (_, edited, removed) => {
      const groups = [10, 20, 30].map((rollout_percentage) => ({ properties: [PRO], rollout_percentage }))
      const id = await newFlag(`in-place-removed-${removed}`, { groups })
      const page = await open(id)
      await rollout(page, edited).click()
      await rolloutField(page, edited).fill('60')
      const left = groups.toSpliced(removed, 1)
      await session.api('PATCH', `feature_flags/${id}/`, { filters: { groups: left } })
      await page.getByRole('alert').getByText('added or removed condition sets.').waitFor()
      expect(await rolloutField(page, edited).inputValue()).toBe('60')
      expect(await page.getByRole('button', { name: /^Use / }).count()).toBe(0)
      await rolloutField(page, edited).press('Enter')
      expect(await groupsOf(id)).toMatchObject(left)
    })

    it('CONSOLE-391 is not interrupted by other changes of the flag, which stay', async () => {
      const id = await newFlag('in-place-other', { groups: [{ rollout_percentage: 40 }] })
      const page = await open(id)
      await rollout(page, 1).click()
      await rolloutField(page, 1).fill('60')
      await session.api('PATCH', `feature_flags/${id}/`, { name: 'Described' })
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await soon(() => session.api('GET', `feature_flags/${id}/`)).toMatchObject({
        name: 'Described',
        filters: { groups: [{ rollout_percentage: 60 }] },
      })
    })

    it.each([
      ['600', 'high'],
      ['-5', 'low'],
      ['', 'empty'],
      ['abc', 'text'],
    ])('CONSOLE-390 saves no percentage like "%s"', async (typed, name) => {
      const id = await newFlag(`in-place-${name}`, { groups: [{ rollout_percentage: 40 }] })
      const page = await open(id)
      await rollout(page, 1).click()
      await rolloutField(page, 1).fill(typed)
      await page.getByRole('alert').getByText('Enter a percentage from 0 to 100.').waitFor()
      await page.keyboard.press('Enter')
      expect(await rolloutField(page, 1).inputValue()).toBe(typed)
      expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
      await rolloutField(page, 1).fill('41')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await soon(() => groupsOf(id)).toMatchObject([{ rollout_percentage: 41 }])
    })

    it('CONSOLE-271 acknowledges Enter before the effect is shown, and saves with the next one', async () => {
      const id = await newFlag('in-place-early', { groups: [{ rollout_percentage: 40 }] })
      const page = await open(id)
      await rollout(page, 1).click()
      await page.keyboard.type('55')
      await page.keyboard.press('Enter')
      await page.getByText('Press Enter again to save.').waitFor()
      expect(await groupsOf(id)).toMatchObject([{ rollout_percentage: 40 }])
      await page.keyboard.press('Enter')
      await soon(() => groupsOf(id)).toMatchObject([{ rollout_percentage: 55 }])
    })
  })

  it('CONSOLE-272 has no tab for conditions, and old addresses lead to the overview', async () => {
    const id = await newFlag('no-tab', { groups: [{ properties: [PRO] }] })
    const page = await open(id, '/conditions')
    await soon(() => page.url()).toMatch(new RegExp(`#/project/1/flags/${id}$`))
    await page.getByRole('heading', { name: 'Release conditions' }).waitFor()
    const tabs = page.getByRole('navigation', { name: 'Parts of the flag' }).getByRole('link')
    expect(await tabs.allTextContents()).toEqual(['Overview', 'Usage', 'Explain', 'Activity', 'Access', 'JSON'])
    expect(await page.getByRole('link', { name: 'Explain' }).count()).toBe(1)
  })

  it('CONSOLE-272 opens the editor at the condition set that is to be edited', async () => {
    const groups = Array.from({ length: 12 }, (_, index) => ({ properties: [PRO], rollout_percentage: index }))
    const id = await newFlag('deep-link', { groups })
    const page = await open(id)
    await page.getByRole('button', { name: 'Show all 12 condition sets' }).click()
    await page.getByRole('link', { name: 'Edit set 11' }).click()
    const set = page.getByRole('article', { name: 'Set 11' })
    await soon(() => set.evaluate((element) => element === document.activeElement)).toBe(true)
    const top = await set.evaluate((element) => element.getBoundingClientRect().top)
    expect(top).toBeGreaterThanOrEqual(0)
    expect(top).toBeLessThan(400)
    expect(page.url()).toMatch(/\/edit$/)
  })

  it('CONSOLE-274 folds more than six condition sets, and counts more than six values of a filter', async () => {
    const countries = ['DE', 'AT', 'CH', 'FR', 'IT', 'ES', 'PT', 'NL']
    const set = { properties: [person('country', countries)], rollout_percentage: 10 }
    const id = await newFlag('folded', { groups: Array.from({ length: 7 }, () => set) })
    const page = await open(id)
    const sets = page.locator('.shown-set')
    await sets.first().waitFor()
    expect(await sets.count()).toBe(5)
    expect(await sets.first().textContent()).toContain('3 more values')
    await page.getByRole('button', { name: 'Show all 7 condition sets' }).click()
    expect(await sets.count()).toBe(7)
  })

  it('CONSOLE-273 shows the payloads of variants in one table', async () => {
    const payloads = { control: '{"title":"A"}', test: JSON.stringify({ title: 'x'.repeat(90) }) }
    const filters = { groups: [{ rollout_percentage: 100 }], multivariate: { variants: TWO_VARIANTS }, payloads }
    const page = await open(await newFlag('table', filters))
    const row = page.getByRole('row', { name: /^control/ })
    await row.getByText('{"title":"A"}').waitFor()
    expect(await row.getByRole('button').allTextContents()).toEqual(['Copy'])
    await page.getByRole('button', { name: 'Show the payload of test' }).click()
    await page.locator('pre', { hasText: 'x'.repeat(90) }).waitFor()
    expect(await axeProblems(page)).toEqual([])
  })

  it('CONSOLE-273 folds a large payload, with its size, and copies it unseen', async () => {
    const payload = JSON.stringify({ rows: Array.from({ length: 2000 }, (_, id) => ({ id, text: 'x'.repeat(80) })) })
    const filters = { groups: [{ rollout_percentage: 100 }], payloads: { true: payload } }
    const page = await open(await newFlag('large', filters))
    await page.getByText(`${Math.round(payload.length / 1000)} KB`).waitFor()
    expect(await page.locator('pre', { hasText: '"rows"' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Copy', exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Show the payload of true' }).click()
    await page.locator('pre', { hasText: '"rows"' }).waitFor()
  })

  it('CONSOLE-275 cuts a key of 400 characters after three lines, and needs no sideways scrolling', async () => {
    const variants = TWO_VARIANTS.map(({ key, ...rest }) => ({ key: key.repeat(10), ...rest }))
    const filters = { groups: [{ properties: [PRO] }], multivariate: { variants } }
    const page = await open(await newFlag('k'.repeat(400), filters))
    const heading = page.getByRole('heading', { level: 1 })
    await heading.waitFor()
    for (const width of [320, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      expect((await heading.boundingBox())?.height).toBeLessThanOrEqual(3 * 28 + 4)
      expect(await tooWide(page)).toEqual([])
    }
    expect(await heading.getAttribute('title')).toBe('k'.repeat(400))
  })

  it('CONSOLE-276 both columns of the overview end at the right edge of the tabs', async () => {
    const page = await open(await newFlag('edges', { groups: [{ properties: [PRO] }] }))
    await page.getByRole('heading', { name: 'At a glance' }).waitFor()
    for (const width of [390, 768, 1024, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      const right = (selector: string) => page.locator(selector).evaluate((it) => it.getBoundingClientRect().right)
      const edge = await right('.tabs')
      expect(Math.abs((await right('.columns')) - edge)).toBeLessThan(1)
      expect(Math.abs((await right('.columns > aside')) - edge)).toBeLessThan(1)
    }
  })
}
