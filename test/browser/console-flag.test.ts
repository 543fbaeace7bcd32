import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { axeProblems } from './support/axe-problems.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED one flag in the console: ${chromium.missing}`)
else describe('one flag in the console, in Chromium', () => declare(chromium))

/** A page and a server that share two processors take their time. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 })

const STAFF = { key: 'email', type: 'person', operator: 'icontains', value: '@acme.com' }
const TARGETED = {
  groups: [{ properties: [STAFF], rollout_percentage: 100 }, { rollout_percentage: 25 }],
  multivariate: {
    variants: [
      { key: 'control', rollout_percentage: 50 },
      { key: 'test', rollout_percentage: 50 },
    ],
  },
}

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession
  let made = 0
  let key = ''
  let id = 0

  const flagNow = () => session.api('GET', `feature_flags/${id}/`)
  const open = (part = '') => session.open(`#/project/1/flags/${id}${part}`)

  beforeAll(async () => {
    session = await startConsoleSession(launch)
  })
  beforeEach(async () => {
    made += 1
    key = `flag-${made}`
    id = Number((await session.api('POST', 'feature_flags/', { key, filters: TARGETED })).id)
  })
  afterEach(() => session.closePages(/status of 409/))
  // Undefined when it did not start.
  afterAll(() => session?.close())

  it('CONSOLE-24 makes a boolean flag by at most twelve keys besides text', async () => {
    const page = await session.open('#/project/1/flags')
    await page.getByRole('heading', { level: 1, name: 'Flags' }).waitFor()
    await page.keyboard.press('c')
    await page.getByLabel('Key', { exact: true }).waitFor()
    await page.keyboard.type(`${key}-by-keyboard`)
    await page.keyboard.press('ControlOrMeta+s')
    const found = () => session.api('GET', `feature_flags/?key=${key}-by-keyboard`)
    await soon(found).toMatchObject({ results: [{ active: false, is_simple_flag: true }] })
    await page.getByRole('switch', { name: new RegExp(`${key}-by-keyboard`) }).press('Space')
    await soon(found).toMatchObject({ results: [{ active: true }] })
  })

  it('CONSOLE-25 says who gets it in one sentence', async () => {
    const page = await open()
    await page.getByText('People whose email contains @acme.com, all of them; and 25% of everyone.').first().waitFor()
  })

  it('CONSOLE-26 keeps slider and number in step, and saves what is shown', async () => {
    const page = await open('/edit')
    const slider = page.getByRole('slider', { name: 'Rollout of set 2', exact: true })
    await slider.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('PageUp')
    const box = page.getByLabel('Rollout of set 2 in percent')
    expect(await box.inputValue()).toBe('36')
    await box.fill('40')
    expect(await slider.inputValue()).toBe('40')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await soon(flagNow).toMatchObject({ filters: { groups: [{}, { rollout_percentage: 40 }] } })
  })

  it('CONSOLE-26 saves no variants that are not 100 % together, and says by how much', async () => {
    const page = await open('/edit')
    await page.getByLabel('Percentage of variant 1').fill('40')
    await page
      .getByText(/10% are missing/)
      .first()
      .waitFor()
    await page.keyboard.press('ControlOrMeta+s')
    expect(await flagNow()).toMatchObject({ version: 1 })
    expect(await axeProblems(page)).toEqual([])
  })

  it('CONSOLE-27 loses nothing that was typed, by a reload or by somebody else', async () => {
    const page = await open('/edit')
    await page.getByLabel('Description', { exact: true }).fill('Mine')
    await page.reload()
    await soon(() => page.getByLabel('Description', { exact: true }).inputValue()).toBe('Mine')
    await session.api('PATCH', `feature_flags/${id}/`, { name: 'Theirs', version: 1 })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Theirs').first().waitFor()
    expect(await flagNow()).toMatchObject({ name: 'Theirs' })
    expect(await page.getByText('Mine').count()).toBeGreaterThan(0)
  })

  it('CONSOLE-32 asks about the condition set that two pages changed, and merges the rest', async () => {
    const [first, second] = [await open('/edit'), await open('/edit')]
    await second.getByLabel('Rollout of set 2 in percent').fill('40')
    await first.getByLabel('Rollout of set 1 in percent').fill('80')
    await first.getByLabel('Rollout of set 2 in percent').fill('60')
    await first.getByRole('button', { name: 'Save', exact: true }).click()
    await soon(flagNow).toMatchObject({ version: 2 })
    await second.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = second.getByRole('dialog')
    await dialog.getByRole('group', { name: /^Set 2/ }).waitFor()
    expect(await dialog.getByRole('group').count()).toBe(1)
    expect(await axeProblems(second)).toEqual([])
    await session.api('PATCH', `feature_flags/${id}/`, { name: 'A third person' })
    await dialog.getByRole('button', { name: 'Save this' }).click()
    const groups = [{ rollout_percentage: 80 }, { rollout_percentage: 40 }]
    await soon(flagNow).toMatchObject({ name: 'A third person', filters: { groups } })
  })

  it('CONSOLE-28 explains what the API answers, for every user of a page', async () => {
    const page = await open('/explain')
    for (const user of ['user-1', 'user-2', 'user-3', 'user-4', 'user-5']) {
      await page.getByLabel('Distinct id').fill(user)
      await page.keyboard.press('Enter')
      const answer = await session.api('POST', `feature_flags/${id}/test_evaluation/`, { distinct_id: user })
      const shown = answer.result === false ? 'Off' : String(answer.result)
      await page.locator('.answer', { hasText: new RegExp(`^${shown}$`, 'i') }).waitFor()
    }
  })

  it('CONSOLE-29 tells each change, and takes it back', async () => {
    await session.api('PATCH', `feature_flags/${id}/`, { name: 'Changed' })
    const page = await open('/activity')
    await page.getByRole('button', { name: 'Restore version 1' }).first().click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /restore/i })
      .click()
    await soon(flagNow).toMatchObject({ name: '', version: 3 })
  })

  it('CONSOLE-30 deletes a flag, and brings it back', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'More about this flag' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await soon(flagNow).toMatchObject({ deleted: true })
    await page.getByRole('button', { name: 'Undo' }).click()
    await soon(flagNow).toMatchObject({ deleted: false })
  })

  it('CONSOLE-31 shows what was called, in a chart and in its table', async () => {
    const body = { token: session.server.projectToken, flag_keys_to_evaluate: [key] }
    for (let user = 0; user < 100; user += 1) {
      await session.sdk('/flags/?v=2', { ...body, distinct_id: `user-${user}` })
    }
    const page = await open('/usage')
    await page.getByText(/100 calls/).waitFor({ timeout: 20_000 })
  })
}
