import type { JsonObject } from '@flagdeck/core'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { axeProblems } from './support/axe-problems.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'
import { tooWide } from './support/too-wide.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED the explanation of a flag in the console: ${chromium.missing}`)
else describe('the explanation of a flag in the console, in Chromium', () => declare(chromium))

/** The page and the server may share two processors, so responses can be slow. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 })

const filter = (key: string, value: string | string[]) => ({ type: 'person', key, operator: 'exact', value })
const inCohort = (id: number) => ({ key: 'id', type: 'cohort', operator: 'in', value: id })

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession

  const person = (distinctId: string, properties: JsonObject) =>
    session.api('PATCH', `persons/${encodeURIComponent(distinctId)}/`, { properties })
  const newList = async (name: string): Promise<number> =>
    Number((await session.api('POST', 'cohorts/', { name, is_static: true })).id)
  const newFlag = async (key: string, ...groups: JsonObject[]): Promise<number> =>
    Number((await session.api('POST', 'feature_flags/', { key, filters: { groups } })).id)
  const explain = (flag: number, query = '') => session.open(`#/project/1/flags/${flag}/explain${query}`)
  const result = (page: Page) => page.locator('.explain-answer')
  const box = (page: Page) => page.getByRole('combobox', { name: 'User ID or e-mail' })

  beforeAll(async () => {
    session = await startConsoleSession(launch)
  })
  afterEach(() => session.closePages())
  // Undefined if the start failed.
  afterAll(() => session?.close())

  it('CONSOLE-340 shows a quiet result for an unknown user, and says that nothing is stored', async () => {
    const flag = await newFlag('for-everyone', { rollout_percentage: 100 })
    await person('stored', {})
    const page = await explain(flag, '?distinct_id=nobody-knows')
    await page.getByText('Unknown user: only the properties you enter are used.').waitFor()
    expect(await result(page).getAttribute('class')).toMatch(/is-tentative/)
    expect(await axeProblems(page)).toEqual([])
    await box(page).fill('stored')
    await box(page).press('Enter')
    await soon(() => result(page).getAttribute('class')).toMatch(/is-on/)
    expect(await page.getByText('Unknown user').count()).toBe(0)
  })

  it('CONSOLE-341 explains the stored user with a typed e-mail, if exactly one has it', async () => {
    const flag = await newFlag('by-email', { rollout_percentage: 100 })
    await person('u-1', { email: 'Fay@acme.com' })
    const page = await explain(flag)
    await box(page).fill('fay@acme.com')
    await box(page).press('Enter')
    await page.getByRole('link', { name: 'u-1' }).waitFor()
    await page.locator('.explained-user', { hasText: 'Fay@acme.com' }).waitFor()
    expect(page.url()).toMatch(/distinct_id=u-1$/)
    await person('u-2', { email: 'fay@acme.com' })
    await box(page).fill('fay@acme.com')
    await box(page).press('Enter')
    await page.getByText('2 users have the e-mail fay@acme.com. Enter the ID of one of them.').waitFor()
    expect(page.url()).toMatch(/distinct_id=u-1$/)
  })

  it('CONSOLE-342 names cohorts, and links to them', async () => {
    const cohort = await newList('Beta testers')
    const base = await newFlag('base-of-cohort', { properties: [inCohort(cohort)] })
    const dependency = { key: String(base), type: 'flag', operator: 'flag_evaluates_to', value: true }
    const flag = await newFlag('by-cohort', { properties: [inCohort(cohort), dependency] })
    await person('gil', {})
    const page = await explain(flag, '?distinct_id=gil')
    const steps = page.getByRole('region', { name: 'Evaluation steps' })
    await steps.getByText('The user must be in Beta testers').first().waitFor()
    await page.locator('.accent').getByText('The user must be in Beta testers').waitFor()
    await steps.getByText('Result of base-of-cohort').click()
    expect(await steps.getByRole('link', { name: 'Beta testers' }).count()).toBe(2)
    expect(await page.locator('main').textContent()).not.toMatch(new RegExp(`cohort ${cohort}\\b`))
    expect(await axeProblems(page)).toEqual([])
    await steps.getByRole('link', { name: 'Beta testers' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Beta testers' }).waitFor()
  })

  it('CONSOLE-343 adds the user to a static cohort of the flag, with undo, and to a new condition set', async () => {
    const cohort = await newList('Early birds')
    const rule = { properties: { type: 'OR', values: [{ type: 'AND', values: [filter('plan', ['pro'])] }] } }
    const dynamic = Number((await session.api('POST', 'cohorts/', { name: 'Pros', filters: rule })).id)
    const flag = await newFlag('for-birds', { properties: [inCohort(cohort)] }, { properties: [inCohort(dynamic)] })
    await person('hal', {})
    const page = await explain(flag, '?distinct_id=hal')
    const card = page.locator('.accent')
    const add = card.getByRole('button', { name: 'Add to Early birds' })
    await add.click()
    await soon(() => result(page).textContent()).toBe('On')
    expect(await add.count()).toBe(0)
    await page.locator('.toast', { hasText: 'Added hal to Early birds' }).getByRole('button', { name: 'Undo' }).click()
    await soon(() => result(page).textContent()).toBe('Off')
    expect(await card.getByRole('button').allTextContents()).toEqual(['Add to Early birds'])
    await card.getByRole('link', { name: 'Add condition set for this user' }).click()
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'for-birds' }).waitFor()
    await page.getByText('hal', { exact: true }).first().waitFor()
  })

  it('CONSOLE-344 compares up to five users, in an address without properties', async () => {
    const flag = await newFlag('compared', { properties: [filter('plan', 'pro'), filter('country', 'CH')] })
    await person('ann', { plan: 'pro', country: 'CH', email: 'ann@acme.com' })
    await person('ben', { plan: 'free', country: 'CH', email: 'ben@acme.com' })
    const page = await explain(flag, '?distinct_id=ann')
    await page.getByRole('button', { name: 'Compare with another user' }).click()
    const other = page.getByRole('combobox', { name: 'User to compare with' })
    await other.fill('ben@acme.com')
    await other.press('Enter')
    const table = page.getByRole('table')
    await table.getByRole('columnheader', { name: 'ben' }).waitFor()
    const rows = async () => (await table.getByRole('row').allTextContents()).map((text) => text.replace(/^ /, ''))
    expect(await rows()).toEqual([
      'ann×ann@acme.comben×ben@acme.com',
      'ResultOnMatched condition set 1OffNo condition set matched',
      '≠Different: Condition set 1 ✓yes: Matched×no: No match',
      '≠Different: plan is pro✓yes: pro×no: free',
      'country is CH✓yes: CH✓yes: CH',
    ])
    await other.fill('ben')
    await other.press('Enter')
    await page.getByText('This user is already in the comparison.').waitFor()
    for (const name of ['cy', 'di', 'ed']) {
      await other.fill(name)
      await other.press('Enter')
      await table.getByRole('columnheader', { name }).waitFor()
    }
    await page.getByText('You can compare up to 5 users. Remove one to add another.').waitFor()
    expect(decodeURIComponent(page.url())).not.toContain('plan')
    await page.reload()
    await soon(() => table.getByRole('columnheader').count()).toBe(5)
    expect(await axeProblems(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await tooWide(page)).toEqual([])
    await table.getByRole('button', { name: 'Remove ann from the comparison' }).click()
    await soon(() => table.getByRole('columnheader').count()).toBe(4)
    await soon(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Remove ben from the comparison',
    )
    await table.getByRole('link', { name: 'ben' }).click()
    await soon(() => result(page).textContent()).toBe('Off')
    expect(page.url()).toMatch(/\?distinct_id=ben$/)
  })

  it('CONSOLE-345 shows only the rows that differ, also after a reload', async () => {
    const sets = Array.from({ length: 8 }, (_, n) => ({ properties: [filter('team', `team-${n}`)] }))
    const flag = await newFlag('of-teams', ...sets)
    await person('team-5', { team: 'team-5' })
    await person('team-9', { team: 'team-9' })
    const page = await explain(flag, '?distinct_id=team-5&with=distinct_id%3Dteam-9')
    await page.getByRole('checkbox', { name: 'Only differences' }).check()
    const heads = page.getByRole('rowheader')
    const differing = ['Result', '≠Different: Condition set 6 ', '≠Different: team is team-5']
    await soon(() => heads.allTextContents()).toEqual(
      differing.concat(['≠Different: Condition set 7 ', '≠Different: Condition set 8 ']),
    )
    await page.reload()
    await soon(() => page.getByRole('checkbox', { name: 'Only differences' }).isChecked()).toBe(true)
  })

  it('CONSOLE-346 explains a flag for a group without a user, if no user can change the result', async () => {
    await session.api('POST', 'groups_types/', { group_type: 'company' })
    const filters = { aggregation_group_type_index: 0, groups: [{ rollout_percentage: 100 }] }
    const flag = Number((await session.api('POST', 'feature_flags/', { key: 'of-companies', filters })).id)
    const page = await explain(flag)
    await page.getByRole('textbox', { name: 'Group: company' }).fill('acme')
    await page.getByRole('button', { name: 'Explain' }).last().click()
    await soon(() => result(page).textContent()).toBe('On')
    const other = await newFlag('of-users', { properties: [filter('plan', 'pro')] })
    const second = await explain(other)
    await second.getByRole('textbox', { name: 'Group: company' }).fill('acme')
    await second.getByRole('textbox', { name: 'Group: company' }).press('Enter')
    await second.getByText('This flag depends on the user. Enter a user.').waitFor()
  })

  it('CONSOLE-347 shows the properties that the flag uses first, and a link to all flags of the user', async () => {
    const flag = await newFlag('uses-z', { properties: [filter('z-plan', 'pro')] })
    for (let n = 0; n < 10; n += 1) await newFlag(`other-${n}`, {})
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`a${n}`, n]))
    await person('many', { ...many, 'z-plan': 'pro' })
    const page = await explain(flag, '?distinct_id=many')
    await page.getByRole('textbox', { name: 'z-plan' }).waitFor()
    expect(await page.locator('.property').count()).toBe(10)
    await page.getByRole('button', { name: 'Show 21 more' }).click()
    expect(await page.locator('.property').count()).toBe(31)
    await page.getByRole('link', { name: 'All flags for this user' }).click()
    await page.getByRole('heading', { level: 1, name: 'many' }).waitFor()
  })
}
