import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { axeProblems } from './support/axe-problems.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED the looks of the console: ${chromium.missing}`)
else describe('the looks of the console, in Chromium', () => declare(chromium))

const PHONE = { width: 390, height: 844 }

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession

  beforeAll(async () => {
    session = await startConsoleSession(launch)
  })
  afterEach(() => session.closePages(/status of 404/))
  // Undefined if the start failed.
  afterAll(() => session?.close())

  it('CONSOLE-396 shows an invitation that does not work with its reason, and without another try', async () => {
    const page = await session.visit(`${session.server.url}/console/#/invitation/unknown`)
    await page.getByRole('heading', { level: 1, name: 'This invitation does not work' }).waitFor()
    await page.getByText('This invitation does not exist or was withdrawn.').waitFor()
    expect(await page.getByRole('button').count()).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in to Flagdeck' }).waitFor()
  })

  it('CONSOLE-397 opens the menus of the project and the user next to their buttons on a phone', async () => {
    const page = await session.open('#/project/1/cohorts', { viewport: PHONE })
    await page.getByRole('heading', { level: 1, name: 'Cohorts' }).waitFor()
    for (const menu of ['.projects', '.person']) {
      const opener = page.locator(`button[popovertarget="${await page.locator(menu).getAttribute('id')}"]`)
      await opener.click()
      const [button, opened] = [await boxOf(opener), await boxOf(page.locator(menu))]
      const centre = button.x + button.width / 2
      expect(opened.x).toBeLessThanOrEqual(centre)
      expect(opened.x + opened.width).toBeGreaterThanOrEqual(centre)
      const gap = button.y - (opened.y + opened.height)
      expect(gap).toBeGreaterThanOrEqual(0)
      expect(gap).toBeLessThan(24)
      await page.keyboard.press('Escape')
    }
    expect(await cutLabels(page)).toEqual([])
  })

  it('CONSOLE-398 says that a rule matches none of the known users', async () => {
    await session.api('PATCH', 'persons/jo/', { properties: { plan: 'free' } })
    const beta = await session.api('POST', 'cohorts/', { name: 'Beta', is_static: true })
    const values = [
      { key: 'plan', type: 'person', operator: 'exact', value: ['pro'] },
      { key: 'id', type: 'cohort', operator: 'in', value: Number(beta.id) },
    ]
    const filters = { properties: { type: 'OR', values: [{ type: 'AND', values }] } }
    const { id } = await session.api('POST', 'cohorts/', { name: 'Pro in beta', filters })
    const page = await session.open(`#/project/1/cohorts/${id}`)
    await page.getByText('Users whose plan is pro and who are in the cohort "Beta".').waitFor()
    await page.getByText(/^Matches none of the known users \(0 of [1-9]\d*\)\.$/).waitFor()
  })
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not visible')
  return box
}

/** Returns the texts of the top bar that are cut off, without the name of the project. */
function cutLabels(page: Page): Promise<readonly string[]> {
  return page
    .locator('.top')
    .locator('.label')
    .evaluateAll((labels) =>
      labels.filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent ?? ''),
    )
}
