import type { JsonObject } from '@flagdeck/core'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { axeProblems } from './support/axe-problems.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'
import { tooWide } from './support/too-wide.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED pages of users and cohorts in the console: ${chromium.missing}`)
else describe('pages of users and cohorts in the console, in Chromium', () => declare(chromium))

const COHORTS = '#/project/1/cohorts'
const PEOPLE = '#/project/1/people'

/** The page and the server may share two processors, so responses can be slow. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 })

const PRO = { type: 'person', key: 'plan', operator: 'exact', value: ['pro'] }
const RULE = { properties: { type: 'OR', values: [{ type: 'AND', values: [PRO] }] } }

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession

  const person = (distinctId: string, properties: JsonObject) =>
    session.api('PATCH', `persons/${encodeURIComponent(distinctId)}/`, { properties })
  const newCohort = async (fields: JsonObject): Promise<number> =>
    Number((await session.api('POST', 'cohorts/', { filters: RULE, ...fields })).id)
  const newList = async (name: string): Promise<number> =>
    Number((await session.api('POST', 'cohorts/', { name, is_static: true })).id)
  const newFlag = async (key: string, properties: JsonObject[], fields: JsonObject = {}): Promise<number> => {
    const filters = { groups: [{ properties, rollout_percentage: 100 }] }
    return Number((await session.api('POST', 'feature_flags/', { key, filters, ...fields })).id)
  }
  const inCohort = (id: number) => ({ key: 'id', type: 'cohort', operator: 'in', value: id })
  const membersOf = async (id: number) =>
    ((await session.api('GET', `cohorts/${id}/persons/`)).results as JsonObject[]).map((each) => each.distinct_id)
  const row = (page: Page, key: string) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name: key, exact: true }) })

  beforeAll(async () => {
    session = await startConsoleSession(launch)
  })
  afterEach(() => session.closePages())
  // Undefined if the start failed.
  afterAll(() => session?.close())

  it('CONSOLE-280 links to all that uses a cohort, and offers no deletion that the server would refuse', async () => {
    const id = await newCohort({ name: 'In use' })
    await newFlag('uses-it', [inCohort(id)])
    await newFlag('off-uses-it', [inCohort(id)], { active: false })
    const archived = await newFlag('archived-uses-it', [inCohort(id)])
    await session.api('POST', `feature_flags/${archived}/archive/`, {})
    const rule = { properties: { type: 'AND', values: [{ key: 'id', type: 'cohort', value: id }] } }
    await newCohort({ name: 'Built on it', filters: rule })
    const page = await session.open(`${COHORTS}?search=In use`)
    await page.getByRole('button', { name: 'More for In use' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete In use' })
    await dialog.getByRole('link', { name: 'uses-it', exact: true }).waitFor()
    const entries = await dialog.getByRole('listitem').allTextContents()
    expect(entries).toEqual(['archived-uses-itoff', 'off-uses-itoff', 'uses-it', 'Built on it'])
    expect(await dialog.getByRole('button').allTextContents()).toEqual(['Close'])
    expect(await axeProblems(page)).toEqual([])
    await dialog.getByRole('link', { name: 'Built on it' }).click()
    await page.getByRole('heading', { level: 1, name: 'Built on it' }).waitFor()
  })

  it('CONSOLE-280 deletes a cohort that nothing uses, with a way back', async () => {
    const id = await newCohort({ name: 'Unused' })
    const page = await session.open(`${COHORTS}/${id}`)
    await page.getByText('Not used by any flag or cohort.').waitFor()
    await page.getByRole('button', { name: 'More for Unused' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await soon(async () => (await session.api('GET', `cohorts/${id}/`)).deleted).toBe(true)
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await soon(async () => (await session.api('GET', `cohorts/${id}/`)).deleted).toBe(false)
  })

  it('CONSOLE-280 marks flags that are off where the page of a flag lists what needs it', async () => {
    const base = await newFlag('base-of-others', [])
    const on = { key: String(base), type: 'flag', operator: 'flag_evaluates_to', value: true }
    await newFlag('a-dependent', [on])
    const off = await newFlag('b-dependent', [on])
    await session.api('POST', `feature_flags/${off}/disable/`, {})
    const page = await session.open(`#/project/1/flags/${base}`)
    const fact = page.locator('.facts > div').filter({ hasText: 'Used by' })
    await fact.getByRole('link', { name: 'b-dependent' }).waitFor()
    expect(await fact.locator('dd').textContent()).toBe('a-dependent, b-dependent off')
  })

  it('CONSOLE-281 adds a user to a list by e-mail, and keeps what was typed over a reload', async () => {
    await person('u-1', { email: 'Fay@acme.com' })
    const id = await newList('By e-mail')
    const page = await session.open(`${COHORTS}/${id}`)
    const box = page.getByRole('combobox', { name: 'E-mail or ID' })
    await box.fill('fay@acme.com')
    await page.locator('datalist option').waitFor({ state: 'attached' })
    await page.reload()
    await soon(() => box.inputValue()).toBe('fay@acme.com')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('link', { name: 'u-1' }).waitFor()
    expect(await membersOf(id)).toEqual(['u-1'])
    expect(await box.inputValue()).toBe('')
    await person('u-2', { email: 'fay@acme.com' })
    await box.fill('fay@acme.com')
    await box.press('Enter')
    await page.getByText('2 users have the e-mail fay@acme.com.').waitFor()
    await box.fill('unknown@acme.com')
    await box.press('Enter')
    await page.getByRole('link', { name: 'unknown@acme.com' }).waitFor()
  })

  it('CONSOLE-282 adds a user to a static cohort that the server finds, with a way back', async () => {
    await person('gil', {})
    for (let n = 0; n < 9; n += 1) await newList(`List ${n}`)
    const id = await newList('Ümlaut testers')
    await newCohort({ name: 'Ümlaut rule' })
    for (let n = 10; n < 19; n += 1) await newList(`List ${n}`)
    const page = await session.open(`${PEOPLE}/gil`)
    const add = async () => {
      await page.getByRole('button', { name: 'Add to cohort…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add gil to a cohort' })
      await dialog.getByRole('listitem').first().waitFor()
      await dialog.getByRole('searchbox').fill('ümlaut')
      await soon(() => dialog.getByRole('listitem').count()).toBe(1)
      await dialog.getByRole('button', { name: 'Ümlaut testers' }).click()
    }
    await add()
    await soon(() => membersOf(id)).toEqual(['gil'])
    await page.locator('.toast', { hasText: 'Added gil' }).getByRole('button', { name: 'Undo' }).click()
    await soon(() => membersOf(id)).toEqual([])
    await add()
    await soon(() => membersOf(id)).toEqual(['gil'])
    await add()
    await page.locator('.toast', { hasText: 'gil is already in Ümlaut testers' }).waitFor()
  })

  it('CONSOLE-282 offers no way back for a user who is on the list already', async () => {
    await person('twice', {})
    const list = await newList('Twice')
    await session.api('POST', `cohorts/${list}/add_persons_to_static_cohort/`, { distinct_ids: ['twice'] })
    const page = await session.open(`${COHORTS}/${list}`)
    await page.getByRole('combobox').or(page.locator('.member-box input')).first().fill('twice')
    await page.locator('.adding').getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('twice is already in Twice').waitFor()
    expect(await page.getByRole('status').getByRole('button', { name: 'Undo' }).count()).toBe(0)
  })

  it('CONSOLE-283 opens the editor of a flag with an unsaved condition set for a user', async () => {
    await person('hal', {})
    const id = await newFlag('target-me', [PRO])
    const page = await session.open(`${PEOPLE}/hal`)
    await page.getByRole('button', { name: 'Target in a flag…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Target hal in a flag' })
    await dialog.getByRole('searchbox').fill('target-')
    await dialog.getByRole('button', { name: 'target-me' }).click()
    await soon(() => page.evaluate(() => location.hash)).toBe(`#/project/1/flags/${id}/edit`)
    await soon(() => page.getByRole('combobox', { name: 'Property' }).count()).toBe(2)
    expect(await page.getByRole('combobox', { name: 'Property' }).first().inputValue()).toBe('distinct_id')
    expect((await session.api('GET', `feature_flags/${id}/`)).version).toBe(1)
    // The draft is stored, and a reload adds no second set.
    await page.reload()
    await soon(() => page.getByRole('combobox', { name: 'Property' }).count()).toBe(2)
    await page.keyboard.press('ControlOrMeta+s')
    await soon(async () => (await session.api('GET', `feature_flags/${id}/`)).version).toBe(2)
    const flag = await session.api('GET', `feature_flags/${id}/`)
    const byUser = { key: 'distinct_id', type: 'person', operator: 'exact', value: ['hal'] }
    expect(flag.filters).toMatchObject({ groups: [{ properties: [byUser], rollout_percentage: 100 }, {}] })
  })

  it('CONSOLE-284 shows the results of the flags by the type of a group', async () => {
    await session.api('POST', 'groups_types/', { group_type: 'company' })
    const about = { group_type_index: 0, group_key: 'acme', group_properties: { plan: 'pro' } }
    await session.api('POST', 'groups/', about)
    const byGroup = { aggregation_group_type_index: 0, groups: [{ properties: [], rollout_percentage: 100 }] }
    await session.api('POST', 'feature_flags/', { key: 'z-for-companies', filters: byGroup })
    await newFlag('a-for-users', [])
    const page = await session.open(`${PEOPLE}/group/0/acme`)
    await row(page, 'z-for-companies').waitFor()
    expect(await page.locator('tbody tr').first().textContent()).toContain('z-for-companiesOn')
    const mixed = await session.api('POST', 'feature_flags/', {
      key: 'b-for-both',
      filters: { groups: [{ properties: [] }, { properties: [], aggregation_group_type_index: 0 }] },
    })
    await row(page, 'b-for-both').waitFor()
    expect(await row(page, String(mixed.key)).textContent()).toBe('b-for-both–Also depends on the user')
    expect(await axeProblems(page)).toEqual([])
    expect(await tooWide(page)).toEqual([])
  })

  it('CONSOLE-336 shows how many flags a group cannot decide instead of listing them', async () => {
    await session.api('POST', 'groups_types/', { group_type: 'workspace' })
    const index = 1
    await session.api('POST', 'groups/', { group_type_index: index, group_key: 'desk', group_properties: {} })
    await newFlag('c-for-users', [])
    const page = await session.open(`${PEOPLE}/group/${index}/desk`)
    await page.getByText('No flag is rolled out by workspace.').waitFor()
    expect(await page.getByRole('table').count()).toBe(0)
    const byGroup = { aggregation_group_type_index: index, groups: [{ properties: [], rollout_percentage: 100 }] }
    await session.api('POST', 'feature_flags/', { key: 'z-for-workspaces', filters: byGroup })
    await row(page, 'z-for-workspaces').waitFor()
    const { count } = await session.api('POST', 'feature_flags/decisions/?limit=1', { distinct_id: 'desk' })
    expect(await page.locator('tbody tr').count()).toBe(1)
    await page.getByText(`${Number(count) - 1} other flags are not rolled out by workspace.`).waitFor()
  })

  it('CONSOLE-285 keeps a changed and a new property over a reload', async () => {
    await person('ida', { plan: 'free' })
    const page = await session.open(`${PEOPLE}/ida`)
    await page.getByRole('textbox', { name: 'plan' }).fill('pro')
    await page.getByRole('textbox', { name: 'Property' }).fill('seats')
    await page.getByRole('textbox', { name: 'Value' }).fill('3')
    await page.reload()
    await page.getByText('We restored your unsaved changes.').waitFor()
    expect(await page.getByRole('textbox', { name: 'plan' }).inputValue()).toBe('pro')
    await page.getByRole('button', { name: 'Save plan' }).click()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await soon(async () => (await session.api('GET', 'persons/ida/')).properties).toEqual({ plan: 'pro', seats: 3 })
    await page.getByRole('button', { name: 'Remove seats' }).waitFor()
    await page.reload()
    await page.getByRole('textbox', { name: 'plan' }).waitFor()
    expect(await page.getByText('We restored your unsaved changes.').count()).toBe(0)
  })

  it('CONSOLE-286 marks a cohort with unsaved changes in the list and on its page', async () => {
    const id = await newCohort({ name: 'Half done' })
    const page = await session.open(`${COHORTS}/${id}/edit`)
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.fill('Almost done')
    await page.goto(`${session.server.url}/console/${COHORTS}/${id}`)
    await page.getByRole('link', { name: 'Unsaved changes' }).waitFor()
    await page.getByRole('link', { name: 'Continue editing' }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.goto(`${session.server.url}/console/${COHORTS}?search=Half`)
    await row(page, 'Half done').getByRole('link', { name: 'Unsaved changes' }).click()
    await soon(() => name.inputValue()).toBe('Almost done')
    await name.fill('Half done')
    await page.goto(`${session.server.url}/console/${COHORTS}?search=Half`)
    await row(page, 'Half done').waitFor()
    expect(await page.getByRole('link', { name: 'Unsaved changes' }).count()).toBe(0)
  })

  it('CONSOLE-290 discards the changes of a cohort with a way back', async () => {
    const id = await newCohort({ name: 'Kept' })
    const page = await session.open(`${COHORTS}/${id}/edit`)
    await page.getByRole('textbox', { name: 'Name' }).fill('Typed')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('heading', { level: 1, name: 'Kept' }).waitFor()
    await page.locator('.toast', { hasText: 'Discarded your changes' }).getByRole('button', { name: 'Undo' }).click()
    await soon(() => page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Typed')
  })

  it('CONSOLE-291 counts the stored users who are in a dynamic cohort', async () => {
    await person('counted-1', { plan: 'counted' })
    await person('counted-2', { plan: 'counted' })
    const counted = { properties: { type: 'AND', values: [{ ...PRO, value: ['counted'] }] } }
    const page = await session.open(`${COHORTS}/${await newCohort({ name: 'Counted', filters: counted })}`)
    await page.getByText(/^Matches about 2 of [1-9]\d* known users\.$/).waitFor()
  })

  it('CONSOLE-287 states plainly that a user is unknown, above the flags of a new user', async () => {
    await newFlag('for-all', [])
    const page = await session.open(`${PEOPLE}/typo-42`)
    await page.getByText('Unknown user. Check the ID; flags treat it as a new user.').waitFor()
    await page.getByRole('heading', { name: 'Flags for a new user with this ID' }).waitFor()
    await page.getByText('Adding a property creates this user.').waitFor()
    expect(await page.getByRole('button', { name: 'More for typo-42' }).count()).toBe(0)
    expect(await axeProblems(page)).toEqual([])
  })

  it('CONSOLE-288 searches many properties, and shows long ids and nested values readably', async () => {
    const nested = { plan: { name: 'pro', seats: [1, 2, 3], about: 'x'.repeat(80) } }
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`property-${n}`, n === 58 ? nested : n]))
    const id = `<b>${'d'.repeat(390)}مرحبا`
    await person(id, many)
    const page = await session.open(`${PEOPLE}/${encodeURIComponent(id)}`, { viewport: { width: 390, height: 800 } })
    await page.getByRole('button', { name: 'Show 40 more' }).waitFor()
    expect(await tooWide(page)).toEqual([])
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(id)
    const height = await page.getByRole('heading', { level: 1 }).evaluate((heading) => heading.clientHeight)
    expect(height).toBeLessThan(100)
    await page.getByRole('searchbox', { name: 'Find property' }).fill('"name":"PRO"')
    await soon(() => page.locator('textarea').count()).toBe(1)
    const shown = page.getByRole('textbox', { name: 'property-58' })
    expect(JSON.parse(await shown.inputValue())).toEqual(nested)
    expect(await shown.evaluate((field) => field.scrollHeight - field.clientHeight)).toBe(0)
    await page.getByRole('searchbox', { name: 'Find property' }).fill('nothing like it')
    await page.getByText('No properties match.').waitFor()
  })

  it('CONSOLE-289 moves the focus to the neighbour of a removed property or member', async () => {
    await person('jo', { a: 1, b: 2, c: 3 })
    const page = await session.open(`${PEOPLE}/jo`)
    await page.getByRole('button', { name: 'Remove b' }).press('Enter')
    await soon(() => focused(page)).toBe('Remove c')
    await page.keyboard.press('Enter')
    await soon(() => focused(page)).toBe('Remove a')
    await page.keyboard.press('Enter')
    await soon(() => focused(page)).toBe('Property')
    const id = await newList('Shrinking')
    await session.api('POST', `cohorts/${id}/add_persons_to_static_cohort/`, { distinct_ids: ['m-1', 'm-2'] })
    await page.goto(`${session.server.url}/console/${COHORTS}/${id}`)
    await page.getByRole('button', { name: 'Remove m-1' }).press('Enter')
    await soon(() => focused(page)).toBe('Remove m-2')
    await page.keyboard.press('Enter')
    await soon(() => focused(page)).toBe('E-mail or ID')
  })
}

function focused(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
}
