import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED flags in the console: ${chromium.missing}`)
else describe('flags in the console, in Chromium', () => declare(chromium))

const FLAGS = '#/project/1/flags'
const HALF = { groups: [{ rollout_percentage: 50 }] }

/** The page and the server may share two processors, so responses can be slow. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 })

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession
  let made = 0
  let key = ''
  let id = 0

  const flagNow = () => session.api('GET', `feature_flags/${id}/`)

  beforeAll(async () => {
    session = await startConsoleSession(launch)
  })
  beforeEach(async () => {
    made += 1
    key = `flag-${made}`
    id = Number((await session.api('POST', 'feature_flags/', { key, name: 'Half of them', filters: HALF })).id)
  })
  afterEach(() => session.closePages())
  // Undefined if the start failed.
  afterAll(() => session?.close())

  it('CONSOLE-20 switches a flag at once, tells who did it, and takes it back', async () => {
    const page = await session.open(FLAGS)
    const toggle = page.getByRole('row', { name: key }).getByRole('switch')
    await soon(() => toggle.getAttribute('aria-checked')).toBe('true')
    await toggle.click()
    expect(await toggle.getAttribute('aria-checked')).toBe('false')
    await soon(async () => (await flagNow()).active).toBe(false)
    const { results } = await session.api('GET', `feature_flags/${id}/activity/`)
    const changes = expect.arrayContaining([expect.objectContaining({ field: 'active', before: true, after: false })])
    expect(results).toMatchObject([{ user: { first_name: 'Owner' }, detail: { changes } }, {}])
    await page.getByRole('button', { name: 'Undo' }).click()
    await soon(async () => (await flagNow()).active).toBe(true)
    await soon(() => toggle.getAttribute('aria-checked')).toBe('true')
  })

  it('CONSOLE-152 tells the last switch of a flag alone', async () => {
    const page = await session.open(FLAGS)
    const toggle = page.getByRole('row', { name: key }).getByRole('switch')
    await toggle.click()
    await page.getByText(`Turned off ${key}`).waitFor()
    await toggle.click()
    await page.getByText(`Turned on ${key}`).waitFor()
    expect(await page.getByText(`Turned off ${key}`).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(1)
  })

  it('CONSOLE-11 shows what others make and change, without a reload', async () => {
    const page = await session.open(FLAGS)
    await page.getByRole('link', { name: key, exact: true }).waitFor()
    await session.api('POST', 'feature_flags/', { key: `${key}-of-others`, filters: HALF })
    await page.getByRole('link', { name: `${key}-of-others` }).waitFor()
    await session.api('PATCH', `feature_flags/${id}/`, { active: false })
    const toggle = page.getByRole('row', { name: 'Half of them' }).getByRole('switch').first()
    await soon(() => toggle.getAttribute('aria-checked')).toBe('false')
  })

  it('CONSOLE-141 clears the search with the box, so that nothing is narrowed by what nobody sees', async () => {
    const page = await session.open(FLAGS)
    const search = page.getByRole('searchbox')
    await search.fill(key)
    await expect.poll(() => page.url()).toContain(`search=${key}`)
    await search.press('Escape')
    await expect.poll(() => page.url()).not.toContain('search')
    expect(await search.inputValue()).toBe('')
    await search.fill('nothing-is-called-that')
    await search.press('Escape')
    await page.getByRole('link', { name: key, exact: true }).waitFor()
  })

  it('CONSOLE-21 keeps search and filters in the address, over a reload and the way back', async () => {
    const page = await session.open(FLAGS)
    await page.getByRole('link', { name: key, exact: true }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type(`${key}-nothing`)
    await page.getByText(/no flag/i).waitFor()
    await page.reload()
    await page.getByText(/no flag/i).waitFor()
    expect(page.url()).toContain(`${key}-nothing`)
  })

  it('CONSOLE-22 shows markup, text from right to left and emoji as text', async () => {
    const name = '<img src=x onerror=alert(1)> علم 🚩'
    await session.api('PATCH', `feature_flags/${id}/`, { name, tags: ['<b>bold</b>', 'ümläut'] })
    const page = await session.open(FLAGS)
    await page.getByText(name).waitFor()
    await page.getByText('<b>bold</b>').waitFor()
    expect(await page.locator('main img').count()).toBe(0)
  })

  it('CONSOLE-23 moves among flags by keyboard alone', async () => {
    const page = await session.open(FLAGS)
    await page.getByRole('link', { name: key, exact: true }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(1)
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('activ')
    await page.keyboard.press('Enter')
    await soon(() => page.url()).toContain('/activity')
  })

  it('CONSOLE-23 opens the palette for who closes the help and asks for it in the same moment', async () => {
    const page = await session.open(FLAGS)
    await page.getByRole('link', { name: key, exact: true }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    // The browser reports a closed dialog only after a key that is pressed immediately afterwards.
    await page.evaluate(() => {
      document.querySelector('dialog')?.close()
      dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))
    })
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.keyboard.type('activ')
    await page.keyboard.press('Enter')
    await soon(() => page.url()).toContain('/activity')
  })
}
