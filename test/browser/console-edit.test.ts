import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { call } from '../../packages/server/test/support/server-process.ts'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { axeProblems } from './support/axe-problems.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED the edit of a flag in the console: ${chromium.missing}`)
else describe('the edit of a flag in the console, in Chromium', () => declare(chromium))

/** The page and the server may share two processors, so responses can be slow. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 })

const NEWCOMER = 'newcomer@example.com'

const jsonOf = (page: Page) => page.getByLabel('Flag as JSON')
const view = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession
  let made = 0
  let key = ''
  let id = 0

  const flagNow = () => session.api('GET', `feature_flags/${id}/`)
  const open = (part = '') => session.open(`#/project/1/flags/${id}${part}`)

  async function invite(): Promise<string> {
    const { url, personalApiKey } = session.server
    const { body } = await call(`${url}/api/organizations/`, personalApiKey)
    const [{ id: organization }] = body.results as [{ readonly id: string }] // its schema was checked
    const invites = `${url}/api/organizations/${organization}/invites/`
    const made = await call(invites, personalApiKey, 'POST', { target_email: NEWCOMER })
    return String(made.body.token)
  }

  beforeAll(async () => {
    session = await startConsoleSession(launch)
  })
  beforeEach(async () => {
    made += 1
    key = `edited-${made}`
    id = Number((await session.api('POST', 'feature_flags/', { key })).id)
  })
  afterEach(() => session.closePages(/status of 4(00|01|09)/))
  // Undefined if the start failed.
  afterAll(() => session?.close())

  it('CONSOLE-160 keeps JSON that is not right yet, and saves nothing meanwhile', async () => {
    const page = await open('/edit')
    await view(page, 'JSON')
    const right = (await jsonOf(page).inputValue()).replace('"name": ""', '"name": "Mine"')
    await jsonOf(page).fill(right)
    await soon(() => page.getByRole('button', { name: 'Save', exact: true }).isEnabled()).toBe(true)
    const broken = `${right},`
    await jsonOf(page).fill(broken)
    await page.getByText('1 field needs attention').waitFor()
    expect(await page.getByRole('button', { name: 'Save', exact: true }).isEnabled()).toBe(false)
    await page.keyboard.press('ControlOrMeta+s')
    await view(page, 'Form')
    expect(await page.getByLabel('Description', { exact: true }).isEnabled()).toBe(false)
    expect(await axeProblems(page)).toEqual([])
    await view(page, 'JSON')
    expect(await jsonOf(page).inputValue()).toBe(broken)
    await page.reload()
    await soon(() => jsonOf(page).inputValue()).toBe(broken)
    expect(await flagNow()).toMatchObject({ version: 1 })
    await jsonOf(page).fill(right)
    await page.keyboard.press('ControlOrMeta+s')
    await soon(flagNow).toMatchObject({ version: 2, name: 'Mine' })
  })

  it('CONSOLE-160 goes back to the form by leaving JSON that is not right', async () => {
    const page = await open('/edit')
    await view(page, 'JSON')
    await jsonOf(page).fill('{')
    await view(page, 'Form')
    await view(page, 'Discard the JSON')
    await page.getByLabel('Description', { exact: true }).fill('By the form')
    await view(page, 'JSON')
    expect(await jsonOf(page).inputValue()).toContain('"name": "By the form"')
    await page.keyboard.press('ControlOrMeta+s')
    await soon(flagNow).toMatchObject({ version: 2, name: 'By the form' })
  })

  it('CONSOLE-161 marks a filter that was begun once somebody tries to save', async () => {
    const page = await session.open('#/project/1/flags/new')
    await page.getByRole('button', { name: /^Targeted On for/ }).click()
    expect(await page.getByText('needs attention').count()).toBe(0)
    await page.getByLabel('Key', { exact: true }).fill(`${key}-targeted`)
    await page.getByRole('button', { name: 'Create flag' }).click()
    await page.getByText('1 field needs attention').waitFor()
    const value = page.getByLabel('Value', { exact: true })
    await soon(() => value.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await page.locator('.filter .wrong').textContent()).toBe('Enter a value')
    await page.keyboard.type('@acme.com')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('heading', { level: 1, name: `${key}-targeted` }).waitFor()
  })

  it('CONSOLE-162 leads to what is wrong in a part that is closed', async () => {
    const page = await session.open('#/project/1/flags/new')
    await page.getByRole('button', { name: /^Variants Every/ }).click()
    await page.getByLabel('Key', { exact: true }).fill(`${key}-variants`)
    const part = page.locator('summary', { hasText: 'Payloads' })
    await part.click()
    const payload = page.getByLabel('Payload of test')
    const isFocused = () => payload.evaluate((element) => element === document.activeElement)
    await payload.fill('{"a": }')
    await part.click()
    expect(await part.textContent()).toContain('1 field needs attention')
    expect(await payload.isVisible()).toBe(false)
    await page.getByRole('button', { name: '1 field needs attention' }).click()
    await soon(isFocused).toBe(true)
    expect(await axeProblems(page)).toEqual([])
    await part.click()
    await page.keyboard.press('ControlOrMeta+s')
    await soon(isFocused).toBe(true)
  })

  it('CONSOLE-162 leads to JSON that is not right, from the form', async () => {
    const page = await open('/edit')
    await view(page, 'JSON')
    await jsonOf(page).fill('{')
    await view(page, 'Form')
    await page.getByRole('button', { name: '1 field needs attention' }).click()
    await soon(() => jsonOf(page).evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('CONSOLE-163 brings back the variants that a flag answered with before, over a reload', async () => {
    const variants = [
      { key: 'red', rollout_percentage: 20 },
      { key: 'blue', rollout_percentage: 80 },
    ]
    const filters = { groups: [{ rollout_percentage: 30 }], multivariate: { variants }, payloads: { blue: '{"a":1}' } }
    await session.api('PATCH', `feature_flags/${id}/`, { filters })
    const page = await open('/edit')
    await view(page, 'Remove all variants')
    await page.reload()
    await view(page, 'Add variants')
    expect(await page.getByLabel('Key of variant 2').inputValue()).toBe('blue')
    expect(await page.getByLabel('Payload of blue').inputValue()).toBe('{"a":1}')
    await page.getByText('No changes').waitFor()
  })

  it('CONSOLE-164 warns of another key, with the calls of the old one', async () => {
    await session.sdk('/flags?v=2', { token: session.server.projectToken, distinct_id: 'caller' })
    const counted = () => session.api('GET', `feature_flags/${id}/usage/?date_from=-6d`)
    await expect.poll(counted, { timeout: 25_000 }).toMatchObject({ totals: { evaluations: 1 } })
    await session.api('PATCH', 'persons/somebody/', { properties: { plan: 'pro' } })
    const page = await open('/edit')
    await page.getByLabel('Key', { exact: true }).fill(`${key}-renamed`)
    await page.getByText(`Code that uses ${key} will fall back to its default.`).waitFor()
    await page.getByRole('button', { name: 'Review 1 change' }).click()
    const review = page.getByRole('dialog')
    await review.getByText('1 call in the last 7 days.').waitFor()
    await review.getByText(`Code that uses ${key} will fall back to its default.`).waitFor()
    await review.getByText(/^With the new key, no change for the/).waitFor()
    expect(await axeProblems(page)).toEqual([])
  })

  it('CONSOLE-13 says nothing of a session that ended once somebody has signed in again', async () => {
    const page = await session.visit(`${session.server.url}/console/#/invitation/${await invite()}`)
    await page.getByLabel('Your name').fill('Newcomer')
    await page.getByLabel('Password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Join and sign in' }).click()
    await page.getByTitle('Newcomer').waitFor()
    await page.goto(`${session.server.url}/console/#/project/1/flags/new`)
    await page.getByLabel('Key', { exact: true }).fill(`${key}-again`)
    // Polling by the page would otherwise notice the missing session first.
    await page.route('**/feature_flags/', async (route) => {
      if (route.request().method() === 'POST') await page.context().clearCookies()
      await route.continue({ headers: { ...route.request().headers(), cookie: '' } })
    })
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('Authentication credentials were not provided').first().waitFor()
    await page.unrouteAll()
    await page.getByLabel('E-mail').fill(NEWCOMER)
    await page.getByLabel('Password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await soon(() => page.getByText('Authentication credentials were not provided').count()).toBe(0)
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('heading', { level: 1, name: `${key}-again` }).waitFor()
  })

  it('CONSOLE-165 tells at the foot that somebody else changed the flag', async () => {
    const page = await open('/edit')
    await page.getByLabel('Description', { exact: true }).fill('Mine')
    await session.api('PATCH', `feature_flags/${id}/`, { tags: ['web'] })
    await page.locator('.edit-foot').getByText('Owner changed this flag while you were editing it.').waitFor()
    expect(await axeProblems(page)).toEqual([])
  })

  it('CONSOLE-166 leads back past the form that made a flag', async () => {
    const page = await session.open('#/project/1/flags')
    await page.getByRole('link', { name: 'New flag' }).first().click()
    await page.getByLabel('Key', { exact: true }).fill(`${key}-made`)
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('heading', { level: 1, name: `${key}-made` }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Flags' }).waitFor()
  })

  it('CONSOLE-167 edits a flag by a letter on its page, and lists every key in the help', async () => {
    const page = await open()
    await page.getByRole('heading', { level: 1, name: key }).waitFor()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog')
    await help.waitFor()
    const shown = await help.locator('dt').allTextContents()
    expect(shown).toEqual(expect.arrayContaining(['Save', 'Open or select', 'Close']))
    expect(shown).toContain('Edit the flag')
    await page.keyboard.press('Escape')
    // A closed dialog has no role, but is only removed once the browser has reported that it was closed.
    await page.locator('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('e')
    await page.getByLabel('Key', { exact: true }).waitFor()
  })

  it('CONSOLE-170 counts all condition sets of a form by one request', async () => {
    const pro = { type: 'person', operator: 'exact', value: 'pro' }
    const groups = Array.from({ length: 30 }, (_, index) => ({
      properties: [{ ...pro, key: `plan-${index}` }],
      rollout_percentage: 100,
    }))
    await session.api('PATCH', 'persons/ada/', { properties: { 'plan-0': 'pro' } })
    await session.api('PATCH', `feature_flags/${id}/`, { filters: { groups } })
    const page = await open()
    const counts: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('blast_radius')) counts.push(request.postData() ?? '')
    })
    await page.goto(page.url().replace(/flags\/\d+.*/, `flags/${id}/edit`))
    await soon(() => page.getByText(/known users( \(0 of \d+\))?\.$/).count()).toBe(30)
    expect(counts).toHaveLength(1)
    expect(JSON.parse(counts[0] ?? '{}').conditions).toHaveLength(30)
  })
}
