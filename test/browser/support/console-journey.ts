import type { JsonObject } from '@flagdeck/core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { call } from '../../../packages/server/test/support/server-process.ts'
import type { ConsoleStart } from './console-server.ts'
import { tooWide } from './too-wide.ts'
import type { WatchedPages } from './watched-pages.ts'

/** The start of a first visit to the console, and the size of the window. */
export interface Walk {
  readonly start: ConsoleStart
  readonly pages: WatchedPages
  readonly viewport: { readonly width: number; readonly height: number }
}

const KEY = 'my-first-flag'
const MOST_KEYS = 12

/** The page and the server may share two processors, so responses can be slow. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 })

/**
 * Goes from the address that a first start prints to a flag that is created, switched, reverted, deleted and restored
 * (CONSOLE-66). Messages on the way are dismissed (CONSOLE-67).
 */
export async function walkThroughConsole(walk: Walk): Promise<Page> {
  const page = await comeIn(walk)
  await learnTheNextStep(page, walk)
  await makeFlagByKeyboard(page)
  await switchIt(page, walk)
  await takeItBack(page, walk)
  await deleteAndUndo(page, walk)
  return page
}

async function comeIn({ start, pages, viewport }: Walk): Promise<Page> {
  expect((await fetch(`${start.url}/console/`)).status).toBe(200)
  const page = await pages.visit(start.signInLink, { viewport })
  await page.getByRole('heading', { level: 1, name: 'Flags' }).waitFor()
  const second = await pages.visit(start.signInLink, { viewport })
  await soon(() => second.getByRole('alert').textContent()).toMatch(/used/)
  return page
}

async function learnTheNextStep(page: Page, { start }: Walk): Promise<void> {
  await page.getByRole('heading', { name: 'No flags yet' }).waitFor()
  expect(await page.locator('.button.primary').allInnerTexts()).toEqual(['Create your first flag'])
  const code = page.locator('pre.snippet')
  expect(await code.textContent()).toContain(`new PostHog('${start.projectToken}', {`)
  expect(await code.textContent()).toContain(`host: '${start.url}',`)
  expect(await tooWide(page)).toEqual([])
}

async function makeFlagByKeyboard(page: Page): Promise<void> {
  let pressed = 0
  const press = (key: string) => {
    pressed += 1
    return page.keyboard.press(key)
  }
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await press('c')
  await page.getByLabel('Key', { exact: true }).waitFor()
  expect(await tooWide(page)).toEqual([])
  await page.keyboard.type(KEY)
  await press('ControlOrMeta+s')
  await page.getByRole('heading', { level: 1, name: KEY }).waitFor()
  await press('g')
  await press('f')
  await page.getByRole('link', { name: KEY, exact: true }).waitFor()
  expect(pressed).toBeLessThanOrEqual(MOST_KEYS)
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  expect(await tooWide(page)).toEqual([])
}

async function switchIt(page: Page, walk: Walk): Promise<void> {
  const toggle = page.getByRole('switch', { name: KEY })
  expect(await toggle.getAttribute('aria-checked')).toBe('false')
  await toggle.click()
  await soon(() => toggle.getAttribute('aria-checked')).toBe('true')
  await soon(() => flagNow(walk)).toMatchObject({ active: true, version: 2 })
  // On a small screen, it would cover the next controls.
  await page.getByRole('button', { name: 'Dismiss' }).first().click()
  await page.getByRole('button', { name: 'Dismiss' }).first().click()
}

/** Reverts the flag in its activity, which shows who turned it on, and the value before and after. */
async function takeItBack(page: Page, walk: Walk): Promise<void> {
  await page.getByRole('link', { name: KEY, exact: true }).click()
  const parts = page.getByRole('navigation', { name: 'Parts of the flag' })
  await parts.getByRole('link', { name: 'Activity' }).click()
  const entry = page.locator('.activity-row').first()
  await soon(() => entry.textContent()).toMatch(/Off → On\s*by Owner/)
  await entry.getByRole('button', { name: 'Off → On' }).click()
  // Further sides show that the change was not a rollback.
  const [before, after] = await entry.locator('.side').allInnerTexts()
  expect([before, after]).toEqual(['Before\nfalse\n', 'After\ntrue\n'])
  expect(await tooWide(page)).toEqual([])
  await page.getByRole('button', { name: 'Restore version 1' }).click()
  await page.getByRole('dialog').getByText('Before').first().waitFor()
  expect(await tooWide(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Restore version 1' }).click()
  await soon(() => flagNow(walk)).toMatchObject({ active: false, version: 3 })
}

async function deleteAndUndo(page: Page, walk: Walk): Promise<void> {
  await page.getByRole('button', { name: 'More about this flag' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await soon(() => flagNow(walk)).toMatchObject({ deleted: true })
  expect(await tooWide(page)).toEqual([])
  const said = page.locator('.toast', { hasText: 'Deleted' })
  await said.getByRole('button', { name: 'Undo' }).click()
  await soon(() => flagNow(walk)).toMatchObject({ deleted: false, active: false })
}

async function flagNow({ start }: Walk): Promise<JsonObject> {
  return (await call(`${start.url}/api/projects/1/feature_flags/1/`, start.personalApiKey)).body
}
