import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { axeProblems } from './support/axe-problems.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'
import { tooWide } from './support/too-wide.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED the page of the activity: ${chromium.missing}`)
else describe('the page of the activity in Chromium', () => declare(chromium))

const ACTIVITY = '#/project/1/activity'
const soon = <Value>(read: () => Value) => expect.poll(read, { timeout: 15_000 })
const ROLLOUT = (share: number) => ({ filters: { groups: [{ properties: [], rollout_percentage: share }] } })
/** The number of cohorts that fill three parts of the list. */
const COHORTS = 120
const HEBREW = 'דגל'

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession
  let flagId: number

  beforeAll(async () => {
    session = await startConsoleSession(launch)
    for (let n = 0; n < COHORTS; n++) await session.api('POST', 'cohorts/', { name: `Cohort ${n}`, is_static: true })
    await session.api('POST', 'dashboards/', { name: HEBREW })
    const flag = await session.api('POST', 'feature_flags/', { key: 'beta-api', active: false, ...ROLLOUT(10) })
    flagId = Number(flag.id)
    await session.api('PATCH', `feature_flags/${flagId}/`, ROLLOUT(60))
    await session.api('PATCH', `feature_flags/${flagId}/`, { active: true, tags: ['checkout'] })
  })
  afterEach(() => session.closePages())
  // Undefined if the start failed.
  afterAll(() => session?.close())

  const rowsOf = (page: Page): Locator => page.locator('.activity > ol > .activity-row')

  it('CONSOLE-350 has a row of 36 pixels for each entry, with days as headings', async () => {
    const page = await session.open(`${ACTIVITY}?group=off&flag=${flagId}`, { viewport: { width: 1440, height: 900 } })
    const rows = rowsOf(page)
    await soon(() => rows.count()).toBe(3)
    for (const row of await rows.all()) expect((await row.boundingBox())?.height).toBe(36)
    expect(await page.locator('.activity-day').textContent()).toMatch(/^Today, .*\s*3 changes$/)
    expect(await rows.first().textContent()).toMatch(
      /^\d{1,2}:\d\d.*beta-api\s*Off → On, Tags \+checkout\s*by Owner\s*version 3/,
    )
    expect(await rows.first().getByRole('link', { name: 'beta-api' }).getAttribute('href')).toBe(
      `#/project/1/flags/${flagId}`,
    )
  })

  it('CONSOLE-351 shows the change in the row, and the whole difference on demand', async () => {
    const page = await session.open(`${ACTIVITY}?group=off&flag=${flagId}`)
    const row = rowsOf(page).nth(1)
    await row.getByText('Set 1 10% → 60%').waitFor()
    expect(await row.locator('b').allTextContents()).toEqual(['60%'])
    await row.getByRole('button', { name: 'Set 1 10% → 60%' }).click()
    await row.getByText('"rollout_percentage": 10').waitFor()
    await row.getByRole('button', { name: 'Set 1 10% → 60%', expanded: true }).click()
    expect(await row.locator('.difference').count()).toBe(0)
  })

  it('CONSOLE-352 folds entries of one user about one record, and remembers in the address when it does not', async () => {
    const page = await session.open(`${ACTIVITY}?flag=${flagId}`)
    const rows = rowsOf(page)
    const fold = rows.first()
    await fold.getByText('3 changes').waitFor()
    expect(await rows.count()).toBe(1)
    expect(await fold.textContent()).toMatch(
      /Created, Set 1 10% → 60%, Off → On, Tags \+checkout (\d{1,2}:\d\d.* to .*)?by Owner/,
    )
    await fold.getByRole('button', { name: '3 changes' }).click()
    await soon(() => fold.locator('.activity-row').count()).toBe(3)
    await page.getByLabel('Group by object and user').uncheck()
    await soon(() => rows.count()).toBe(3)
    expect(page.url()).toContain('group=off')
    await page.getByLabel('Group by object and user').check()
    await soon(() => rows.count()).toBe(1)
    expect(page.url()).not.toContain('group')
  })

  it('CONSOLE-353 filters by text, dates and flag, in the address', async () => {
    const page = await session.open(`${ACTIVITY}?group=off`)
    const rows = rowsOf(page)
    await page.getByLabel('Search activity').fill('cohort 77')
    await soon(() => rows.count()).toBe(1)
    expect(page.url()).toContain('search=cohort+77')
    await page.reload()
    await soon(() => rows.count()).toBe(1)
    await page.getByLabel('From').fill('2100-01-01')
    await page.getByText('No matching activity.').waitFor()
    await page.getByLabel('From').fill('2020-01-01')
    await soon(() => rows.count()).toBe(1)
    await page.getByLabel('To', { exact: true }).fill('2020-01-01')
    await page.getByText('No matching activity.').waitFor()
    expect(page.url()).toContain('from=2020-01-01&to=2020-01-01')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await soon(() => rows.count()).toBeGreaterThan(40)
    await page.getByRole('combobox', { name: 'Flag', exact: true }).click()
    await page.getByRole('option', { name: 'beta-api' }).click()
    await soon(() => rows.count()).toBe(3)
    expect(page.url()).toContain(`flag=${flagId}`)
    await page.getByRole('button', { name: 'Cohorts', exact: true }).click()
    await soon(() => page.url()).not.toContain('flag=')
    expect(page.url()).toContain('kind=Cohort')
  })

  it('CONSOLE-354 loads older entries while the user scrolls, each of them once', async () => {
    const page = await session.open(`${ACTIVITY}?kind=Cohort&group=off`)
    const rows = rowsOf(page)
    await soon(() => rows.count()).toBeGreaterThanOrEqual(50)
    await soon(async () => {
      await page.mouse.wheel(0, 2000)
      return rows.count()
    }).toBe(COHORTS)
    expect(new Set(await rows.getByRole('link').allTextContents()).size).toBe(COHORTS)
    expect(await page.getByRole('button', { name: 'Show older' }).count()).toBe(0)
  })

  it('CONSOLE-355 goes back to the same place in the list', async () => {
    const page = await session.open(`${ACTIVITY}?kind=Cohort&group=off`)
    const rows = rowsOf(page)
    await soon(async () => {
      await page.mouse.wheel(0, 2000)
      return rows.count()
    }).toBe(COHORTS)
    const link = page.getByRole('link', { name: 'Cohort 33', exact: true })
    await link.scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => scrollY)
    expect(before).toBeGreaterThan(1000)
    await link.click()
    await page.getByRole('heading', { level: 1, name: 'Cohort 33' }).waitFor()
    await page.goBack()
    await soon(() => rows.count()).toBe(COHORTS)
    await soon(() => page.evaluate(() => scrollY)).toBe(before)
    // A link to the list starts at its top.
    const main = page.getByRole('navigation', { name: 'Main' })
    await main.getByRole('link', { name: /^Flags/ }).click()
    await main.getByRole('link', { name: 'Activity' }).click()
    await soon(() => rows.count()).toBeGreaterThan(40)
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })

  it('CONSOLE-356 requests lists that the stream reports only when they change, and others every 30 seconds', async () => {
    const page = await session.open()
    await page.getByText('Live', { exact: true }).waitFor()
    await page.clock.install()
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('activity_log/newest/')) requests.push(request.url())
    })
    const open = async (place: string) => {
      // An open page would still have timers of the real clock.
      await page.goto('about:blank')
      await page.goto(`${session.server.url}/console/${place}`)
      await rowsOf(page).first().waitFor()
      await page.getByText('Live', { exact: true }).waitFor()
      requests.length = 0
    }
    // In one step, because the reports of the stream arrive in real time: minutes without them would be an outage.
    const pass = async (ms: number) => {
      await page.clock.fastForward(ms)
      await page.waitForLoadState('networkidle')
    }
    await open(`${ACTIVITY}?kind=FeatureFlag`)
    await pass(65_000)
    expect(requests).toEqual([])
    await open(ACTIVITY)
    // The seconds that the page took to load count, too.
    await pass(20_000)
    expect(requests).toEqual([])
    await pass(11_000)
    await soon(() => requests.length).toBe(1)
  })

  it('CONSOLE-357 exports the filtered list as CSV, and everything as JSON Lines', async () => {
    const page = await session.open(`${ACTIVITY}?flag=${flagId}`)
    await rowsOf(page).first().waitFor()
    const save = async (button: string) => {
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: button }).click(),
      ])
      return readFileSync(await file.path(), 'utf8')
    }
    const csv = await save('Download CSV')
    // Spreadsheets read a file without a byte order mark in another encoding.
    expect(csv).toMatch(/^\uFEFF/)
    const [head, ...lines] = csv.trim().split('\r\n')
    expect(head).toBe('Time,Kind,Object,ID,Action,Change,User,E-mail,Version')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain(`FeatureFlag,beta-api,${flagId},updated,Set 1 10% → 60%,Owner,`)
    await page.getByText('Exported 3 entries').waitFor()
    const entries = (await save('Download JSON Lines')).trim().split('\n')
    expect(entries.length).toBeGreaterThan(COHORTS)
    expect(JSON.parse(entries[0] ?? '')).toMatchObject({ scope: 'FeatureFlag', activity: 'created' })
  })

  it('CONSOLE-358 shows Compare and Restore on hover and focus, and always without hover', async () => {
    const page = await session.open(`${ACTIVITY}?group=off&flag=${flagId}`)
    const row = rowsOf(page).nth(1)
    await row.waitFor()
    const actions = row.locator('.activity-actions')
    const opacity = () => actions.evaluate((element) => getComputedStyle(element).opacity)
    expect(await opacity()).toBe('0')
    await row.hover()
    await soon(opacity).toBe('1')
    await row.getByRole('button', { name: 'Restore version 2 of beta-api' }).click()
    await page.getByRole('dialog').getByRole('heading', { name: 'Restore version 2' }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await row.getByRole('button', { name: 'Compare version 2 of beta-api' }).click()
    await page.getByRole('dialog').getByText('Restoring would change:').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    // The newest version is the current one, which cannot be compared.
    await rowsOf(page).first().hover()
    expect(
      await rowsOf(page)
        .first()
        .getByRole('button', { name: /^Restore/ })
        .count(),
    ).toBe(0)
    const phone = await session.open(`${ACTIVITY}?group=off&flag=${flagId}`, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    await rowsOf(phone).first().waitFor()
    const onPhone = rowsOf(phone).locator('.activity-actions').first()
    expect(await onPhone.evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
  })

  it('CONSOLE-359 has the same rows on the page of a flag', async () => {
    const page = await session.open(`#/project/1/flags/${flagId}/activity`)
    const rows = rowsOf(page)
    await soon(() => rows.count()).toBe(3)
    expect(await rows.nth(1).textContent()).toMatch(/^\d{1,2}:\d\d.*Set 1 10% → 60%\s*by Owner\s*version 2/)
  })

  it.each([390, 1280])('CONSOLE-350 fits into %i pixels, without faults for axe', async (width) => {
    const page = await session.open(`${ACTIVITY}?search=${encodeURIComponent(HEBREW)}`, {
      viewport: { width, height: 800 },
    })
    await rowsOf(page).first().waitFor()
    expect(await tooWide(page)).toEqual([])
    expect(await axeProblems(page)).toEqual([])
    if (width === 390) expect((await rowsOf(page).first().boundingBox())?.height).toBeLessThan(68)
  })
}
