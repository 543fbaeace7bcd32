import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { call } from '../../packages/server/test/support/server-process.ts'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { axeProblems } from './support/axe-problems.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED the console by keyboard: ${chromium.missing}`)
else describe('the console by keyboard, in Chromium', () => declare(chromium))

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession
  let made = 0

  beforeAll(async () => {
    session = await startConsoleSession(launch)
  })
  afterEach(() => session.closePages())
  // Undefined if the start failed.
  afterAll(() => session?.close())

  /** Creates a flag and opens the list with it. */
  async function openList(): Promise<{ readonly page: Page; readonly key: string; readonly id: number }> {
    made += 1
    const key = `by-keyboard-${made}`
    const { id } = await session.api('POST', 'feature_flags/', { key })
    const page = await session.open('#/project/1/flags')
    await page.getByRole('link', { name: key }).waitFor()
    return { page, key, id: Number(id) }
  }

  const isActive = async (id: number) => (await session.api('GET', `feature_flags/${id}/`)).active
  const undo = (page: Page) => page.getByRole('status').getByRole('button', { name: 'Undo' })

  it('CONSOLE-182 undoes the last action by Ctrl or Cmd Z, one after the other', async () => {
    const { page, key, id } = await openList()
    const flagSwitch = page.getByRole('switch', { name: key })
    await flagSwitch.click()
    await expect.poll(() => isActive(id)).toBe(false)
    await undo(page).waitFor()
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(() => isActive(id)).toBe(true)
    await page.getByRole('status').getByText('Undone:').waitFor()
    expect(await undo(page).count()).toBe(0)
    await page.keyboard.press('ControlOrMeta+z')
    expect(await isActive(id)).toBe(true)
  })

  it('CONSOLE-182 leaves Ctrl or Cmd Z in a field to the browser', async () => {
    const { page, key, id } = await openList()
    await page.getByRole('switch', { name: key }).click()
    await expect.poll(() => isActive(id)).toBe(false)
    await undo(page).waitFor()
    await page.getByRole('searchbox').or(page.getByPlaceholder(/key/i)).first().focus()
    await page.keyboard.type('x')
    await page.keyboard.press('ControlOrMeta+z')
    await undo(page).waitFor()
    expect(await isActive(id)).toBe(false)
  })

  it('CONSOLE-182 drops what could be undone when another project is opened', async () => {
    const { page, key, id } = await openList()
    const { url, personalApiKey } = session.server
    const other = await call(`${url}/api/projects/`, personalApiKey, 'POST', { name: `Other ${id}` })
    await page.getByRole('switch', { name: key }).click()
    await undo(page).waitFor()
    await page.evaluate((project) => location.assign(`#/project/${project}/flags`), Number(other.body.id))
    await page.getByRole('heading', { level: 1, name: 'Flags' }).waitFor()
    await expect.poll(() => undo(page).count()).toBe(0)
    await page.keyboard.press('ControlOrMeta+z')
    expect(await isActive(id)).toBe(false)
  })

  it('CONSOLE-67 keeps a message while the pointer or the focus is on it', async () => {
    const { page, key } = await openList()
    await page.clock.install()
    await page.getByRole('switch', { name: key }).click()
    const button = undo(page)
    await button.hover()
    await page.clock.runFor(60_000)
    expect(await button.isVisible()).toBe(true)
    await page.mouse.move(0, 0)
    await button.focus()
    await page.clock.runFor(60_000)
    expect(await button.isVisible()).toBe(true)
    await page.getByRole('link', { name: key }).focus()
    await page.clock.runFor(11_000)
    expect(await button.count()).toBe(0)
  })

  it('CONSOLE-67 returns the focus to where it was when a message is dismissed', async () => {
    const { page, key } = await openList()
    const flagSwitch = page.getByRole('switch', { name: key })
    await flagSwitch.click()
    await flagSwitch.focus()
    const dismiss = page.getByRole('button', { name: 'Dismiss' })
    await dismiss.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => hasFocus(flagSwitch)).toBe(true)
  })

  it('CONSOLE-385 gives the focus back after two dialogs on a slow machine', async () => {
    const page = await session.open('#/settings/keys')
    const opener = page.getByRole('button', { name: 'New key' })
    await opener.click()
    await page.getByLabel('Name').fill('deploy')
    await page.evaluate(() => {
      const { setTimeout } = globalThis
      globalThis.setTimeout = ((act: () => void, ms = 0) => setTimeout(act, ms + 500)) as typeof setTimeout
    })
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('dialog', { name: 'Your new key' }).waitFor()
    await page.getByRole('cell', { name: /^deploy/ }).waitFor()
    await page.waitForTimeout(1500)
    await page.keyboard.press('Escape')
    await expect.poll(() => hasFocus(opener)).toBe(true)
  })

  it('CONSOLE-183 opens a menu by arrows, and moves in it by Home, End and letters', async () => {
    const { page, key } = await openList()
    const more = page.getByRole('button', { name: `More for ${key}` })
    const items = page.getByRole('menuitem')
    await more.focus()
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => hasFocus(items.last())).toBe(true)
    await page.keyboard.press('Home')
    expect(await hasFocus(items.first())).toBe(true)
    await page.keyboard.press('End')
    expect(await hasFocus(items.last())).toBe(true)
    await page.keyboard.press('d')
    expect(await hasFocus(page.getByRole('menuitem', { name: /^d/i }).first())).toBe(true)
    await page.keyboard.press('Tab')
    await expect.poll(() => items.count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.closest('[role=menu]'))).toBe(null)
    expect(await axeProblems(page)).toEqual([])
  })

  it('CONSOLE-183 opens a menu inside the window', async () => {
    const { key } = await openList()
    for (const viewport of [
      { width: 1280, height: 300 },
      { width: 320, height: 600 },
    ]) {
      const page = await session.open('#/project/1/flags', { viewport })
      const more = page.getByRole('button', { name: `More for ${key}` }).filter({ visible: true })
      await more.scrollIntoViewIfNeeded()
      await more.evaluate((button) => button.scrollIntoView({ block: 'end' }))
      await more.click()
      const box = await page.getByRole('menu').filter({ visible: true }).boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(0)
      expect(box?.y).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport.width)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height)
      await page.close()
    }
  })

  it('CONSOLE-181 focuses the heading after navigation, and not after a tab of the same page', async () => {
    const { page, key, id } = await openList()
    await page.getByRole('link', { name: key }).click()
    const heading = page.getByRole('heading', { level: 1, name: key })
    await expect.poll(() => hasFocus(heading)).toBe(true)
    const tab = page.getByRole('link', { name: 'Usage' })
    await tab.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/flags/${id}/usage`)
    expect(await hasFocus(tab)).toBe(true)
    await page.goBack()
    await page.goBack()
    await expect.poll(() => hasFocus(page.getByRole('heading', { level: 1, name: 'Flags' }))).toBe(true)
  })
}

const hasFocus = (element: Locator) => element.evaluate((found) => found === document.activeElement)
