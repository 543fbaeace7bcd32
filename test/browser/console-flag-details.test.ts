import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { settled } from './support/console-places.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'
import { tooWide } from './support/too-wide.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED details of the screens of flags: ${chromium.missing}`)
else describe('details of the screens of flags, in Chromium', () => declare(chromium))

const soon = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 })

const USERS = 4
const WIDTHS = [320, 390, 420, 600, 620, 700, 905, 960, 1024, 1100, 1280]

const ofUsers = {
  properties: [
    { key: 'email', type: 'person', operator: 'icontains', value: '@acme.com' },
    { key: 'plan', type: 'person', operator: 'is_set', value: 'is_set' },
    { key: 'plan', type: 'person', operator: 'exact', value: ['free', 'pro', 'team', 'enterprise'] },
    { key: 'since', type: 'person', operator: 'is_date_after', value: '-7d' },
  ],
  rollout_percentage: 100,
}
const ofCompanies = {
  properties: [
    { key: 'seats', type: 'group', group_type_index: 0, operator: 'gt', value: '30' },
    { key: 'seats', type: 'group', group_type_index: 0, operator: 'lt', value: '50' },
    { key: 'seats', type: 'group', group_type_index: 0, operator: 'is_not_set', value: 'is_not_set' },
  ],
  rollout_percentage: 50,
  aggregation_group_type_index: 0,
}

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession
  let filtered = 0

  const create = async (key: string, filters: object) =>
    Number((await session.api('POST', 'feature_flags/', { key, filters } as never)).id) // JSON

  beforeAll(async () => {
    session = await startConsoleSession(launch)
    await session.api('POST', 'groups_types/', { group_type: 'company' })
    for (let user = 0; user < USERS; user += 1) {
      await session.api('PATCH', `persons/user-${user}/`, { properties: { email: `user-${user}@acme.com` } })
    }
    filtered = await create('filtered', { groups: [ofUsers, ofCompanies] })
  })
  afterEach(() => session.closePages(/status of 409/))
  // Undefined if the start failed.
  afterAll(() => session?.close())

  async function open(place: string): Promise<Page> {
    const page = await session.open(`#/project/1/${place}`)
    await settled(page)
    return page
  }

  it('CONSOLE-331 has the button that removes a filter on the line of its value or operator, at every width', async () => {
    const page = await open(`flags/${filtered}/edit`)
    const filters = page.getByRole('group', { name: /^Filter \d$/ })
    await soon(() => filters.count()).toBe(7)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      const apart = []
      for (const filter of await filters.all()) {
        const [remove, ...others] = await Promise.all([
          topOf(filter.getByRole('button', { name: /^Remove filter/ })),
          topOf(filter.locator('.filter-value > *').first()),
          topOf(filter.getByLabel('Operator')),
        ])
        if (!others.includes(remove)) apart.push({ remove, others })
      }
      expect(apart, `${width} pixels`).toEqual([])
      expect(await tooWide(page), `${width} pixels`).toEqual([])
    }
  })

  it('CONSOLE-332 offers to compare a version with the current one, but not that one with itself', async () => {
    const id = await create('versions', { groups: [{}] })
    for (const name of ['First', 'Second']) await session.api('PATCH', `feature_flags/${id}/`, { name })
    const compare = (page: Page) => page.getByRole('button', { name: /^Compare version \d of versions$/ })
    const rows = (page: Page) => page.locator('.activity-row')
    const page = await open(`activity?flag=${id}&group=off`)
    await soon(() => rows(page).count()).toBe(3)
    expect(await compare(page).allTextContents()).toEqual([
      expect.stringContaining('version 2'),
      expect.stringContaining('version 1'),
    ])
    // Once another user saves a version, the previous one can be compared, even before the new entry is shown.
    await session.api('PATCH', `feature_flags/${id}/`, { name: 'Third' })
    await page.getByRole('button', { name: 'Show 1 new' }).waitFor()
    await soon(() => compare(page).count()).toBe(3)
    // A search may omit newer versions. The row loads the record once it has the pointer.
    const found = await open(`activity?search=Third&group=off`)
    await rows(found).first().hover()
    await soon(() => compare(found).count()).toBe(0)
    await rows(found).first().getByText('version 4').waitFor()
  })

  it('CONSOLE-121 says that a condition set includes all or none of the known users', async () => {
    const groups = [{ rollout_percentage: 0 }, {}, { rollout_percentage: 50 }]
    const page = await open(`flags/${await create('reach', { groups })}/edit`)
    const set = (position: number) => page.getByRole('article', { name: `Set ${position}` })
    await set(1).getByText('None of the known users (0 of 4).').waitFor()
    await set(2).getByText('All 4 known users.').waitFor()
    await set(3).getByText('About 2 of 4 known users.').waitFor()
  })

  it('CONSOLE-334 has in the palette what was typed before its script arrived', async () => {
    const page = await session.open('#/project/1/flags/new')
    let arrive = () => {}
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route(/palette-[^/]*\.js$/, async (route) => {
      await arrival
      await route.continue()
    })
    await page.reload()
    const key = page.getByRole('textbox', { name: 'Key', exact: true })
    await key.focus()
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('membres')
    for (const pressed of ['Backspace', 'Backspace', 'Backspace']) await page.keyboard.press(pressed)
    await page.keyboard.press('Enter')
    await page.keyboard.type('ers')
    arrive()
    const field = page.getByRole('dialog').getByRole('combobox')
    await soon(() => field.inputValue()).toBe('members')
    await page.keyboard.type('x')
    expect(await field.inputValue()).toBe('membersx')
    await page.keyboard.press('Escape')
    expect(await key.inputValue()).toBe('')
  })

  it('CONSOLE-32 returns from a conflict to the form, with what was typed', async () => {
    const id = await create('conflict', { groups: [{}] })
    const page = await open(`flags/${id}/edit`)
    const description = page.getByLabel('Description', { exact: true })
    await description.fill('Mine')
    await session.api('PATCH', `feature_flags/${id}/`, { name: 'Theirs' })
    await page.getByText('changed this flag while you were editing it').first().waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Resolve conflicting changes' })
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await description.inputValue()).toBe('Mine')
  })

  it('CONSOLE-335 labels times and owners in a list without heads of columns', async () => {
    const page = await open('flags')
    const before = (selector: string) =>
      page
        .locator(`tbody ${selector}`)
        .first()
        .evaluate((element) => getComputedStyle(element, '::before').content)
    const changed = () => before('.changed [data-label]')
    expect(await changed()).toBe('none')
    await page.setViewportSize({ width: 390, height: 800 })
    expect(await changed()).toContain('Changed')
    expect(await tooWide(page)).toEqual([])
  })
}

async function topOf(element: Locator): Promise<number | undefined> {
  if ((await element.count()) === 0) return undefined
  return Math.round((await element.boundingBox())?.y ?? 0)
}
