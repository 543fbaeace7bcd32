import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { axeProblems } from './support/axe-problems.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED the editor of flags in the console: ${chromium.missing}`)
else describe('the editor of flags in the console, in Chromium', () => declare(chromium))

/** The page and the server may share two processors, so responses can be slow. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 })

const USERS = 12
/** More flags than a page of 200 contains. */
const MANY = 210

const onEmail = (value: string) => ({ key: 'email', type: 'person', operator: 'icontains', value })
const setOf = (...properties: object[]) => ({ groups: [{ properties, rollout_percentage: 100 }] })

const setOne = (page: Page) => page.getByRole('article', { name: 'Set 1' })
const by = (page: Page, name: string) => setOne(page).getByRole('button', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement)

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession
  let created = 0
  let key = ''
  let id = 0

  const flagNow = () => session.api('GET', `feature_flags/${id}/`)
  const patch = (filters: object) => session.api('PATCH', `feature_flags/${id}/`, { filters } as never) // JSON
  const open = (part = '/edit') => session.open(`#/project/1/flags/${id}${part}`)

  beforeAll(async () => {
    session = await startConsoleSession(launch)
    await session.api('POST', 'groups_types/', { group_type: 'company' })
    for (let user = 0; user < USERS; user += 1) {
      const company = user < 4 ? 'acme.com' : 'other.com'
      await session.api('PATCH', `persons/user-${user}/`, {
        properties: { email: `user-${user}@${company}`, email_domain: company, app_version: '4.2.0', plan: 'pro' },
      })
    }
    for (const [group_key, seats] of [
      ['acme', 40],
      ['globex', 5],
    ] as const) {
      await session.api('POST', 'groups/', {
        group_type_index: 0,
        group_key,
        group_properties: { name: `${group_key} Inc.`, seats },
      })
    }
  })
  beforeEach(async () => {
    created += 1
    key = `editor-${created}`
    id = Number(
      (await session.api('POST', 'feature_flags/', { key, filters: setOf(onEmail('@acme.com')) } as never)).id,
    )
  })
  afterEach(() => session.closePages(/status of 4(00|01|09)/))
  // Undefined if the start failed.
  afterAll(() => session?.close())

  it('CONSOLE-220 sets filters aside while a set rolls out by something else, over a reload, and brings them back', async () => {
    const before = await flagNow()
    const page = await open()
    await setOne(page).getByText('Users whose email contains @acme.com. About 4 of 12 known users.').waitFor()
    await by(page, 'company').click()
    const note = setOne(page).getByText(
      '1 filter on users is set aside and will not be saved. It comes back when you roll out by user.',
    )
    await note.waitFor()
    await setOne(page).getByText('Every company. All 2 known companies.').waitFor()
    await setOne(page).getByRole('button', { name: 'Add filter' }).click()
    await page.keyboard.type('seats')
    await page.keyboard.press('Enter')
    await setOne(page).getByLabel('Value', { exact: true }).fill('30')
    await setOne(page).getByText('Companies with seats more than 30').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.reload()
    await note.waitFor()
    await setOne(page).getByRole('button', { name: 'Restore filter' }).click()
    await setOne(page).getByText('Users whose email contains @acme.com. About 4 of 12 known users.').waitFor()
    await setOne(page).getByText('1 filter on companies is set aside').waitFor()
    await page.getByText('No changes').waitFor()
    await page.reload()
    await by(page, 'company').click()
    await setOne(page).getByText('Companies with seats more than 30').waitFor()
    await by(page, 'user').click()
    await page.getByLabel('Description', { exact: true }).fill('Filters are as before')
    await save(page)
    await soon(flagNow).toMatchObject({ version: 2, filters: before.filters })
  })

  it('CONSOLE-221 changes what a set rolls out by on Enter, not by an arrow key', async () => {
    const page = await open()
    await by(page, 'user').focus()
    for (const arrow of ['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(arrow)
    expect(await by(page, 'user').getAttribute('aria-pressed')).toBe('true')
    await setOne(page).getByText('Users whose email contains @acme.com').waitFor()
    await by(page, 'company').focus()
    await page.keyboard.press('Enter')
    await soon(() => by(page, 'company').getAttribute('aria-pressed')).toBe('true')
  })

  it('CONSOLE-220 keeps what is set aside with its set when sets move', async () => {
    await patch({ groups: [...setOf(onEmail('@acme.com')).groups, { properties: [], rollout_percentage: 5 }] })
    const page = await open()
    await by(page, 'company').click()
    const down = page.getByRole('button', { name: 'Down set 1' })
    await down.click()
    const second = page.getByRole('article', { name: 'Set 2' })
    await second.getByText('1 filter on users is set aside').waitFor()
    await soon(() => isFocused(page.getByRole('button', { name: 'Up set 2' }))).toBe(true)
    await second.getByRole('button', { name: 'Restore filter' }).click()
    await second.getByText('Users whose email contains @acme.com').waitFor()
  })

  it('FLAG-145 creates a flag from the template without condition sets, and shows the warning', async () => {
    const page = await session.open('#/project/1/flags/new')
    await page.getByRole('button', { name: /^Blank/ }).click()
    await page.getByText('Off for everyone: there is no condition set.').waitFor()
    await page.getByLabel('Key', { exact: true }).fill(`${key}-blank`)
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('heading', { level: 1, name: `${key}-blank` }).waitFor()
    await page.getByText('The flag matches no users: it has no condition sets.').waitFor()
    const { results } = await session.api('GET', `feature_flags/?key=${key}-blank`)
    expect(results).toMatchObject([{ filters: { groups: [] } }])
  })

  it('CONSOLE-222 CONSOLE-223 finds any flag of the project, and names the flags that conditions refer to', async () => {
    const oldest = Number(
      (await session.api('POST', 'feature_flags/', { key: `${key}-oldest`, name: 'First of all' })).id,
    )
    for (let at = 0; at < MANY; at += 1) await session.api('POST', 'feature_flags/', { key: `${key}-filler-${at}` })
    await patch(setOf({ key: String(oldest), type: 'flag', operator: 'flag_evaluates_to', value: true }))
    const page = await session.open()
    const requests: string[] = []
    page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await page.goto(`${session.server.url}/console/#/project/1/flags/${id}/edit`)
    await setOne(page).getByText(`Users who get ${key}-oldest.`).waitFor()
    expect(requests.filter((request) => request.endsWith('/bulk_keys/'))).toHaveLength(1)
    const flag = setOne(page).getByRole('combobox', { name: 'Flag' })
    expect(await flag.inputValue()).toBe(`${key}-oldest`)
    await flag.fill('filler-0')
    await setOne(page)
      .getByRole('option', { name: `${key}-filler-0`, exact: true })
      .waitFor()
    await page.keyboard.press('Enter')
    await setOne(page).getByText(`Users who get ${key}-filler-0.`).waitFor()
    // The typed text is the whole key of one flag, and a part of many others.
    await flag.fill(`${key}-oldest`)
    await setOne(page)
      .getByRole('option', { name: /-oldest/ })
      .waitFor()
    await page.keyboard.press('Enter')
    await setOne(page).getByText(`Users who get ${key}-oldest.`).waitFor()
    await flag.fill(key)
    await soon(() => setOne(page).getByRole('option').count()).toBeGreaterThan(5)
    await soon(() => setOne(page).getByRole('option', { name: key, exact: true }).count()).toBe(0)
  })

  it('CONSOLE-222 CONSOLE-223 does the same for cohorts', async () => {
    const rule = { properties: { type: 'OR', values: [{ type: 'AND', values: [onEmail('@acme.com')] }] } }
    const oldest = await session.api('POST', 'cohorts/', { name: `${key} first`, filters: rule } as never)
    for (let at = 0; at < 25; at += 1)
      await session.api('POST', 'cohorts/', { name: `${key} filler ${at}`, filters: rule } as never)
    const page = await session.open(`#/project/1/flags/new?cohort=${Number(oldest.id)}`)
    await setOne(page).getByText(`Everyone in the cohort "${key} first".`).waitFor()
    const cohort = setOne(page).getByRole('combobox', { name: 'Cohort' })
    await cohort.fill('filler 3')
    await setOne(page)
      .getByRole('option', { name: `${key} filler 3` })
      .waitFor()
    await page.keyboard.press('Enter')
    await setOne(page).getByText(`Everyone in the cohort "${key} filler 3".`).waitFor()
    await cohort.fill(`${key} first`)
    await setOne(page)
      .getByRole('option', { name: `${key} first` })
      .waitFor()
    await page.keyboard.press('Enter')
    await soon(() => cohort.inputValue()).toBe(`${key} first`)
    await page.reload()
    await soon(() => cohort.inputValue()).toBe(`${key} first`)
  })

  it('CONSOLE-225 takes the first match on Enter, and what was typed where the user chooses it', async () => {
    await patch({ groups: [{ properties: [], rollout_percentage: 100 }] })
    const page = await open()
    await setOne(page).getByRole('button', { name: 'Add filter' }).click()
    const property = setOne(page).getByRole('combobox', { name: 'Property' })
    await soon(() => isFocused(property)).toBe(true)
    await page.keyboard.type('ema')
    const options = setOne(page).locator('.suggestions [role=option]')
    await soon(() => options.allTextContents()).toMatchObject(
      [/^email/, /^email_domain/, 'Use “ema”'].map((text) => expect.stringMatching(text)),
    )
    expect(await setOne(page).locator('.suggestions [aria-selected=true]').textContent()).toMatch(/^email/)
    await page.keyboard.press('Enter')
    expect(await property.inputValue()).toBe('email')
    // A text that equals an option chooses it, although another option comes first or contains the text.
    await property.fill('email_domain')
    await page.keyboard.press('Enter')
    expect(await property.inputValue()).toBe('email_domain')
    await property.fill('ema')
    await page.keyboard.press('ArrowUp')
    expect(await setOne(page).locator('.suggestions [aria-selected=true]').textContent()).toBe('Use “ema”')
    await page.keyboard.press('Enter')
    expect(await property.inputValue()).toBe('ema')
  })

  it('CONSOLE-226 warns of a property that no stored user has, offers the one that was probably meant, and saves', async () => {
    await patch(setOf({ key: 'emial', type: 'person', operator: 'icontains', value: '@acme.com' }))
    const page = await open()
    await setOne(page).getByText('No stored user has this property: emial.').waitFor()
    await page.getByLabel('Description', { exact: true }).fill('Saved all the same')
    await save(page)
    await soon(flagNow).toMatchObject({ version: 3, name: 'Saved all the same' })
    const again = await open()
    await setOne(again).getByRole('button', { name: 'Use the property email' }).click()
    await setOne(again).getByText('Users whose email contains @acme.com').waitFor()
    expect(await setOne(again).getByText('No stored user has').count()).toBe(0)
    await setOne(again).getByRole('combobox', { name: 'Property' }).fill('zzz')
    await again.keyboard.press('Enter')
    await setOne(again).getByText('No stored user has this property: zzz.').waitFor()
    expect(await setOne(again).getByText('Did you mean').count()).toBe(0)
    expect(await axeProblems(again)).toEqual([])
  })

  it('CONSOLE-227 suggests stored values of a property, and takes what is typed unless one is chosen', async () => {
    await patch(setOf({ key: 'email_domain', type: 'person', operator: 'exact', value: [] }))
    const page = await open()
    const values = setOne(page).getByRole('combobox', { name: 'Values' })
    await values.fill('acme')
    await setOne(page)
      .getByRole('option', { name: /^acme\.com/ })
      .waitFor()
    await page.keyboard.press('Enter')
    await setOne(page).getByText('Users whose email_domain is acme.').waitFor()
    await values.fill('oth')
    await setOne(page)
      .getByRole('option', { name: /^other\.com/ })
      .waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await setOne(page).getByText('Users whose email_domain is acme or other.com.').waitFor()
  })

  it('CONSOLE-227 CONSOLE-228 suggests properties, keys and values of companies', async () => {
    await patch({ groups: [{ properties: [], rollout_percentage: 100, aggregation_group_type_index: 0 }] })
    const page = await open()
    await setOne(page).getByRole('button', { name: 'Add filter' }).click()
    const property = setOne(page).getByRole('combobox', { name: 'Property' })
    await soon(() => isFocused(property)).toBe(true)
    await property.click()
    await soon(() => setOne(page).locator('.suggestions [role=option]').allTextContents()).toMatchObject(
      ['key of the company', 'name', 'seats'].map((text) => expect.stringContaining(text)),
    )
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await property.inputValue()).toBe('key of the company')
    await setOne(page).getByRole('combobox', { name: 'Values' }).fill('ac')
    await setOne(page).getByRole('option', { name: /^acme/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await setOne(page).getByText('The company acme. About 1 of 2 known companies.').waitFor()
    await save(page)
    await soon(flagNow).toMatchObject({
      version: 3,
      filters: {
        groups: [{ properties: [{ key: '$group_key', type: 'group', group_type_index: 0, value: ['acme'] }] }],
      },
    })
  })

  it('CONSOLE-175 counts groups in the impact of an edit of a flag that is for groups', async () => {
    await patch({ groups: [{ properties: [], rollout_percentage: 100, aggregation_group_type_index: 0 }] })
    const page = await open()
    await page.getByLabel('Description', { exact: true }).fill('For companies')
    await page.getByText('No change for any of the known groups (2).').waitFor()
  })

  it('CONSOLE-229 leads from the page of a flag to its unsaved edit', async () => {
    const page = await open()
    await page.getByLabel('Description', { exact: true }).fill('Not saved')
    await page.getByText('1 change', { exact: true }).waitFor()
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: key }).click()
    await page.getByText('You have unsaved changes to this flag.').waitFor()
    await page.getByRole('link', { name: 'Continue editing' }).click()
    await soon(() => page.getByLabel('Description', { exact: true }).inputValue()).toBe('Not saved')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('heading', { level: 1, name: key }).waitFor()
    expect(await page.getByText('You have unsaved changes').count()).toBe(0)
  })

  it('CONSOLE-390 saves no wrong percentage, of a set or a variant, also after a reload', async () => {
    const variants = ['a', 'b'].map((variant) => ({ key: variant, rollout_percentage: 50 }))
    await patch({ groups: [{ rollout_percentage: 25 }], multivariate: { variants } })
    const page = await open()
    const isBlocked = () => page.getByRole('button', { name: 'Save', exact: true }).isDisabled()
    const wrong = page.getByText('Enter a percentage from 0 to 100.')
    const ofSet = setOne(page).getByRole('spinbutton')
    for (const typed of ['670', '', 'abc', '-5']) {
      await ofSet.fill(typed)
      await wrong.waitFor()
      await ofSet.blur()
      expect([await ofSet.inputValue(), await isBlocked()]).toEqual([typed, true])
    }
    for (const typed of ['-1', '9'.repeat(400), '670']) {
      await ofSet.fill(typed)
      await page.reload()
      await wrong.waitFor()
    }
    await page.reload()
    await wrong.waitFor()
    expect([await ofSet.inputValue(), await isBlocked()]).toEqual(['670', true])
    await ofSet.fill('67')
    await wrong.waitFor({ state: 'detached' })
    const ofVariant = page.getByRole('spinbutton', { name: 'Percentage of variant 1' })
    await ofVariant.fill('250')
    await wrong.waitFor()
    expect(await isBlocked()).toBe(true)
    await ofVariant.fill('50')
    await save(page)
    await soon(flagNow).toMatchObject({ filters: { groups: [{ rollout_percentage: 67 }] } })
  })

  it('CONSOLE-399 undoes a saved edit, and keeps what others changed since', async () => {
    const before = await flagNow()
    const page = await open()
    await setOne(page).getByRole('spinbutton').fill('10')
    await save(page)
    await soon(flagNow).toMatchObject({ filters: { groups: [{ rollout_percentage: 10 }] } })
    await session.api('PATCH', `feature_flags/${id}/`, { name: 'Described' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await soon(flagNow).toMatchObject({ name: 'Described', filters: before.filters })
  })

  it('CONSOLE-179 takes values with commas, and splits them on request', async () => {
    await patch(setOf({ key: 'company', type: 'person', operator: 'exact', value: ['Initech'] }))
    const page = await open()
    const values = setOne(page).getByRole('combobox', { name: 'Values' })
    await values.pressSequentially('Acme, Inc')
    await values.press('Enter')
    await setOne(page).getByText('Users whose company is Initech or Acme, Inc').waitFor()
    await page.getByRole('button', { name: 'Split at commas into 2 values' }).click()
    await setOne(page).getByText('Users whose company is Initech, Acme or Inc').waitFor()
    await values.evaluate((input) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'Hooli\nPied, Piper')
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await setOne(page).getByText('Users whose company is Initech, Acme, Inc, Hooli or Pied, Piper').waitFor()
  })

  it('CONSOLE-330 shows many sets by their sentences, and opens those that are edited', async () => {
    const groups = Array.from({ length: 7 }, (_, at) => ({
      properties: [onEmail(`@${at}.com`)],
      rollout_percentage: at,
    }))
    await patch({ groups })
    const page = await open()
    const set = (number: number) => page.getByRole('article', { name: `Set ${number}`, exact: true })
    const fold = (number: number) => set(number).getByRole('button', { name: `Set ${number}`, exact: true })
    await set(3).getByText('2% of users whose email contains @2.com').waitFor()
    expect(await page.getByRole('slider').count()).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    await fold(3).click()
    await set(3).getByRole('slider').press('ArrowRight')
    await set(3).getByRole('button', { name: 'Down set 3' }).click()
    await set(4).getByText('3% of users whose email contains @2.com').waitFor()
    expect(await set(4).getByRole('slider').count()).toBe(1)
    await set(1).getByRole('button', { name: 'Remove set 1' }).click()
    await soon(() => set(3).getByRole('slider').count()).toBe(1)
    await page.getByRole('button', { name: 'Add condition set' }).click()
    await soon(() => set(7).getByRole('slider').count()).toBe(1)
    expect(await page.getByRole('slider').count()).toBe(2)
    await fold(3).click()
    await soon(() => page.getByRole('slider').count()).toBe(1)
    await save(page)
    await soon(async () => ((await flagNow()).filters as { groups: unknown[] }).groups.length).toBe(7)
  })

  it('CONSOLE-330 opens a set with a problem, and leaves it open once that is fixed', async () => {
    const variants = ['a', 'b'].map((variant) => ({ key: variant, rollout_percentage: 50 }))
    const groups = Array.from({ length: 7 }, (_, at) => ({ properties: [], rollout_percentage: at, variant: 'b' }))
    await patch({ groups, multivariate: { variants } })
    const page = await open()
    const second = page.getByRole('article', { name: 'Set 2', exact: true })
    await second.getByText('1% of users').waitFor()
    await page.getByRole('button', { name: 'JSON', exact: true }).click()
    const json = page.getByRole('textbox', { name: 'JSON' })
    const [start, first, ...others] = (await json.inputValue()).split('"variant": "b"')
    await json.fill(`${start}"variant": "b"${first}"variant": "z"${others.join('"variant": "b"')}`)
    await page.getByRole('button', { name: 'Form', exact: true }).click()
    const variant = second.getByRole('combobox', { name: /^Variant/ })
    await soon(() => variant.getAttribute('aria-invalid')).toBe('true')
    const heading = second.getByRole('button', { name: 'Set 2', exact: true })
    expect(await heading.isDisabled()).toBe(true)
    await variant.selectOption('a')
    await soon(() => variant.getAttribute('aria-invalid')).toBe('false')
    expect(await second.getByRole('slider').count()).toBe(1)
  })

  it('CONSOLE-170 CONSOLE-224 sends no request twice when the editor opens, and one for all counts', async () => {
    const groups = Array.from({ length: 30 }, (_, at) => ({
      properties: [onEmail(`@${at}.com`)],
      rollout_percentage: at + 1,
    }))
    await patch({ groups })
    const page = await session.open()
    await page.getByRole('heading', { level: 1, name: 'Flags' }).waitFor()
    await page.waitForLoadState('networkidle')
    const requests: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      // The probe of the connection reads the group types as well.
      if (pathname.startsWith('/api/') && !pathname.endsWith('/groups_types/'))
        requests.push(`${request.method()} ${pathname}${search}`)
    })
    await page.evaluate((hash) => location.assign(hash), `#/project/1/flags/${id}/edit`)
    await soon(() => page.getByText(/known users( \(0 of \d+\))?\.$/).count()).toBe(30)
    expect(requests.filter((request) => request.includes('bulk_user_blast_radius'))).toHaveLength(1)
    expect(requests.filter((request, at) => requests.indexOf(request) < at)).toEqual([])
    expect(requests.filter((request) => /GET .*\/feature_flags\/(\?|$)/.test(request))).toEqual([])
  })
}
