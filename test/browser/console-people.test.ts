import type { JsonObject } from '@flagdeck/core'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { axeProblems } from './support/axe-problems.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED cohorts and people in the console: ${chromium.missing}`)
else describe('cohorts and people in the console, in Chromium', () => declare(chromium))

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
  const personNow = async (distinctId: string) => (await session.api('GET', `persons/${distinctId}/`)).properties

  beforeAll(async () => {
    session = await startConsoleSession(launch)
  })
  afterEach(() => session.closePages())
  // Undefined if the start failed.
  afterAll(() => session?.close())

  it('CONSOLE-65 teaches how people become known, by a command that works', async () => {
    const page = await session.open(PEOPLE)
    const command = (await page.locator('pre').textContent()) ?? ''
    expect(command).toContain(session.server.projectToken)
    const [, body = ''] = /-d '(.*)'$/s.exec(command) ?? []
    await session.sdk('/i/v0/e/', JSON.parse(body))
    await page.reload()
    await page.getByRole('link', { name: 'user-42' }).waitFor()
    expect(await personNow('user-42')).toEqual({ email: 'ana@example.com', plan: 'pro' })
  })

  it('CONSOLE-154 offers to end a search that finds nobody', async () => {
    await person('somebody', {})
    const page = await session.open(`${PEOPLE}?search=nobody-begins-like-that`)
    await page.getByRole('button', { name: 'Clear search' }).click()
    await page.getByRole('link', { name: 'somebody' }).waitFor()
    expect(await page.getByRole('searchbox').inputValue()).toBe('')
  })

  it('CONSOLE-61 makes a cohort by keyboard, keeps what was typed over a reload, and says who is in it', async () => {
    const page = await session.open(COHORTS)
    await page.getByText('No cohorts yet').waitFor()
    await page.keyboard.press('c')
    await page.getByRole('textbox', { name: 'Name' }).focus()
    await page.keyboard.type('Pro users')
    await page.reload()
    await page.getByText('We restored your unsaved changes.').waitFor()
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Pro users')
    await page.getByRole('button', { name: 'Create cohort' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Add a filter to this group.').waitFor()
    await page.getByRole('button', { name: 'Add filter' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Property' }).focus()
    await page.keyboard.type('plan')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Values' }).focus()
    await page.keyboard.type('pro')
    await page.keyboard.press('Enter')
    await page.getByText('Users whose plan is pro.').waitFor()
    await page.getByRole('button', { name: 'Create cohort' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Pro users' }).waitFor()
    await page.getByText('Users whose plan is pro.').waitFor()
    const { results } = await session.api('GET', 'cohorts/?search=Pro users')
    expect(results).toMatchObject([{ name: 'Pro users', filters: RULE }])
  })

  it('CONSOLE-60 shows what looks at a cohort, restores a version, and shows why it cannot be deleted', async () => {
    const { id } = await session.api('POST', 'cohorts/', { name: 'Looked at', filters: RULE })
    const filters = { groups: [{ properties: [{ key: 'id', type: 'cohort', operator: 'in', value: id ?? 0 }] }] }
    await session.api('POST', 'feature_flags/', { key: 'looks-at-it', filters })
    await session.api('PATCH', `cohorts/${id}/`, { description: 'Changed' })
    const page = await session.open(`${COHORTS}/${id}`)
    await page.getByRole('link', { name: 'looks-at-it' }).waitFor()
    await page.getByRole('button', { name: 'More for Looked at' }).click()
    await page.getByRole('menuitem', { name: 'History' }).click()
    await page.getByRole('button', { name: 'Restore version 1', exact: true }).click()
    await soon(async () => (await session.api('GET', `cohorts/${id}/`)).description).toBe('')
    await page.getByRole('button', { name: 'More for Looked at' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'looks-at-it' }).waitFor()
  })

  it('CONSOLE-132 begins a flag for a cohort, apart from another that was begun', async () => {
    const { id } = await session.api('POST', 'cohorts/', { name: 'Early birds', filters: RULE })
    const page = await session.open('#/project/1/flags/new')
    const key = page.getByRole('textbox', { name: 'Key', exact: true })
    await key.fill('for-all')
    await page.goto(`${session.server.url}/console/${COHORTS}/${id}`)
    await page.getByRole('link', { name: 'New flag for this cohort' }).click()
    await page.getByRole('button', { name: /^Cohort On/, pressed: true }).waitFor()
    await soon(() => page.getByRole('combobox', { name: 'Cohort' }).inputValue()).toBe('Early birds')
    expect(await key.inputValue()).toBe('')
    expect(await axeProblems(page)).toEqual([])
    await key.fill('for-early-birds')
    await page.reload()
    await soon(() => key.inputValue()).toBe('for-early-birds')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('heading', { level: 1, name: 'for-early-birds' }).waitFor()
    const { results } = await session.api('GET', 'feature_flags/?key=for-early-birds')
    const condition = { key: 'id', type: 'cohort', operator: 'in', value: id }
    expect(results).toMatchObject([{ filters: { groups: [{ properties: [condition], rollout_percentage: 100 }] } }])
    await page.goto(`${session.server.url}/console/#/project/1/flags/new`)
    await soon(() => key.inputValue()).toBe('for-all')
  })

  it('CONSOLE-132 asks for a cohort where that template is chosen', async () => {
    await session.api('POST', 'cohorts/', { name: 'Night owls', filters: RULE })
    const page = await session.open('#/project/1/flags/new')
    await page.getByRole('textbox', { name: 'Key', exact: true }).fill('for-owls')
    await page.getByRole('button', { name: /^Cohort On/ }).click()
    await page.getByRole('combobox', { name: 'Cohort' }).fill('Night')
    await page.getByRole('option', { name: 'Night owls' }).click()
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('heading', { level: 1, name: 'for-owls' }).waitFor()
  })

  it('CONSOLE-110 lists deleted cohorts, and brings them back', async () => {
    const { id } = await session.api('POST', 'cohorts/', { name: 'Gone for now', filters: RULE })
    await session.api('PATCH', `cohorts/${id}/`, { deleted: true })
    const page = await session.open(COHORTS)
    await page.getByRole('button', { name: 'Deleted' }).click()
    await page.getByRole('link', { name: 'Gone for now' }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'More for Gone for now' }).click()
    await page.getByRole('menuitem', { name: 'Restore' }).click()
    await soon(async () => (await session.api('GET', `cohorts/${id}/`)).deleted).toBe(false)
    await page.getByText('No deleted cohorts.').waitFor()
  })

  it('CONSOLE-111 merges what two people change of a cohort, and asks where both changed the same', async () => {
    const { id } = await session.api('POST', 'cohorts/', { name: 'Shared', filters: RULE })
    const page = await session.open(`${COHORTS}/${id}/edit`)
    await page.getByRole('textbox', { name: 'Name' }).fill('Mine')
    await session.api('PATCH', `cohorts/${id}/`, { name: 'Theirs', description: 'theirs too' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const asked = page.getByRole('alert').filter({ hasText: 'Another user changed this cohort' })
    await asked.getByText('Theirs', { exact: true }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await asked.getByRole('button', { name: 'Use theirs' }).click()
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Theirs')
    await page.getByRole('textbox', { name: 'Name' }).fill('Mine again')
    await session.api('PATCH', `cohorts/${id}/`, { name: 'Theirs again' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await asked.getByRole('button', { name: 'Save yours' }).click()
    await page.getByRole('heading', { level: 1, name: 'Mine again' }).waitFor()
    expect(await session.api('GET', `cohorts/${id}/`)).toMatchObject({ name: 'Mine again', description: 'theirs too' })
    // The browser reports the refused request too.
    await session.closePages(/409/)
  })

  it('CONSOLE-61 shows a rule that is nested deeper as JSON, and saves it as it is', async () => {
    const deep = { type: 'OR', values: [{ type: 'AND', values: [{ type: 'OR', values: [PRO] }] }] }
    const { id } = await session.api('POST', 'cohorts/', { name: 'Deep', filters: { properties: deep } })
    const page = await session.open(`${COHORTS}/${id}/edit`)
    await page.getByText('nested too deeply for the form').waitFor()
    await page.getByRole('textbox', { name: 'Name' }).fill('Deeper')
    await session.api('PATCH', `cohorts/${id}/`, { description: 'Of somebody else' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Deeper' }).waitFor()
    expect(await session.api('GET', `cohorts/${id}/`)).toMatchObject({
      name: 'Deeper',
      description: 'Of somebody else',
      filters: { properties: deep },
    })
  })

  it('CONSOLE-62 takes a list from a CSV file of 9,000, and one person by hand, with a way back', async () => {
    const { id } = await session.api('POST', 'cohorts/', { name: 'Listed', is_static: true })
    const page = await session.open(`${COHORTS}/${id}`)
    const rows = Array.from({ length: 9000 }, (_, index) => `${index},"user ${index}"`)
    const buffer = Buffer.from(`number,distinct_id\n${rows.join('\n')}`)
    await page.locator('input[type=file]').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Add 9,000 users' }).click()
    await page.getByText('All 9,000 users in the column distinct_id are on the list.').waitFor()
    await soon(async () => (await session.api('GET', `cohorts/${id}/`)).count).toBe(9000)
    await page.getByRole('combobox', { name: 'E-mail or ID' }).fill('a new one')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: 'Remove a new one' }).click()
    await soon(async () => (await session.api('GET', `cohorts/${id}/`)).count).toBe(9000)
    await undo(page, 'Removed a new one')
    await soon(async () => (await session.api('GET', `cohorts/${id}/`)).count).toBe(9001)
  })

  it('CONSOLE-63 changes, adds and removes properties, and forgets somebody', async () => {
    await person('ben', { plan: 'free', seats: 3 })
    const page = await session.open(`${PEOPLE}?search=be`)
    await page.getByRole('link', { name: 'ben' }).click()
    const plan = page.getByRole('textbox', { name: 'plan' })
    await plan.fill('pro')
    await plan.press('Enter')
    await soon(() => personNow('ben')).toEqual({ plan: 'pro', seats: 3 })
    await page.getByRole('textbox', { name: 'Property' }).fill('admin')
    await page.getByRole('textbox', { name: 'Value' }).fill('true')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await soon(() => personNow('ben')).toEqual({ plan: 'pro', seats: 3, admin: true })
    await page.getByRole('button', { name: 'Remove seats' }).click()
    await soon(() => personNow('ben')).toEqual({ plan: 'pro', admin: true })
    await undo(page, 'Removed seats')
    await soon(() => personNow('ben')).toEqual({ plan: 'pro', seats: 3, admin: true })
    await page.getByRole('button', { name: 'More for ben' }).click()
    await page.getByRole('menuitem', { name: 'Delete user' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete user' }).click()
    await soon(async () => (await session.api('GET', 'persons/?search=ben')).count).toBe(0)
  })

  it('CONSOLE-63 finds people by their e-mail', async () => {
    await person('u-7', { email: 'Dora@acme.com' })
    const page = await session.open(`${PEOPLE}`)
    await page.getByRole('searchbox', { name: 'Search users' }).fill('dora@')
    await page.getByRole('link', { name: 'u-7' }).click()
    await page.getByRole('textbox', { name: 'email' }).waitFor()
  })

  it('CONSOLE-133 finds people among the commands, whoever has exactly that id first', async () => {
    for (const id of ['kim-1', 'kim-2', 'kim-3', 'kim-4', 'kim']) await person(id, { email: `${id}@acme.com` })
    const page = await session.open(COHORTS)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('kim')
    await soon(() => page.getByRole('option').count()).toBe(4)
    expect(await page.getByRole('option').first().textContent()).toBe('kimkim@acme.com')
    expect(await axeProblems(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'kim', exact: true }).waitFor()
  })

  it('CONSOLE-104 suggests whoever is meant by an e-mail, where somebody is asked for', async () => {
    await person('u-8', { email: 'Emil@acme.com' })
    const flag = await session.api('POST', 'feature_flags/', { key: 'for-emil' })
    const page = await session.open(`#/project/1/flags/${flag.id}/explain`)
    await page.getByRole('combobox', { name: 'User ID or e-mail' }).fill('emil@')
    const option = page.locator('datalist option')
    await option.waitFor({ state: 'attached' })
    expect([await option.getAttribute('value'), await option.textContent()]).toEqual(['u-8', 'Emil@acme.com'])
    await page.getByRole('combobox', { name: 'User ID or e-mail' }).fill('')
    await soon(() => option.count()).toBe(0)
  })

  it('CONSOLE-64 shows what every flag answers somebody, as the API does, and leads to why', async () => {
    await person('cleo', { plan: 'pro' })
    await session.api('POST', 'feature_flags/', { key: 'for-pros', filters: { groups: [{ properties: [PRO] }] } })
    const page = await session.open(`${PEOPLE}/cleo`)
    await page.getByRole('link', { name: 'for-pros' }).waitFor()
    const { results } = await session.api('POST', 'feature_flags/decisions/', { distinct_id: 'cleo' })
    for (const { key, value } of results as JsonObject[]) {
      const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: String(key), exact: true }) })
      expect(await row.textContent()).toContain(`${key}${value === true ? 'On' : value === false ? 'Off' : value}`)
    }
    const decided = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'for-pros', exact: true }) })
    expect(await decided.textContent()).toBe('for-prosOnMatched condition set 1')
    await page.getByRole('link', { name: 'for-pros' }).click()
    await page.getByRole('region', { name: 'Evaluation steps' }).waitFor()
  })

  it('CONSOLE-63 shows the groups of a type, and changes one', async () => {
    await session.api('POST', 'groups_types/', { group_type: 'company' })
    const about = { group_type_index: 0, group_key: 'acme', group_properties: { size: 12 } }
    await session.api('POST', 'groups/', about)
    const page = await session.open(PEOPLE)
    await page.getByRole('button', { name: 'company' }).click()
    await page.getByRole('link', { name: 'acme' }).click()
    await page.getByRole('textbox', { name: 'size' }).fill('13')
    await page.keyboard.press('Enter')
    const found = async () =>
      (await session.api('GET', 'groups/find/?group_type_index=0&group_key=acme')).group_properties
    await soon(found).toEqual({ size: 13 })
  })

  it('CONSOLE-22 shows whatever is in ids, names and properties as text', async () => {
    const strange = '<img src=x onerror=alert(1)> 🚀 مرحبا'
    await person(strange, { '<b>': strange })
    const { id } = await session.api('POST', 'cohorts/', { name: strange, description: strange, filters: RULE })
    for (const place of [PEOPLE, `${PEOPLE}/${encodeURIComponent(strange)}`, COHORTS, `${COHORTS}/${id}`]) {
      const page = await session.open(place)
      await soon(() => page.locator('main').textContent()).toContain(strange)
      expect(await page.locator('main img').count()).toBe(0)
    }
  })
}

/** Clicks Undo in the message with this text. */
function undo(page: Page, said: string): Promise<void> {
  return page.locator('.toast', { hasText: said }).getByRole('button', { name: 'Undo' }).click()
}
