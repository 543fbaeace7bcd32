import { PostHog } from 'posthog-node'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED long texts of the console: ${chromium.missing}`)
else describe('long texts of the console, in Chromium', () => declare(chromium))

const KEY = `${'this-key-is-long-'.repeat(23)}to-its`
const PHONE = { width: 390, height: 844 }
const LAPTOP = { width: 1280, height: 720 }
const ROLLOUT = (share: number) => ({ filters: { groups: [{ properties: [], rollout_percentage: share }] } })

/** The page and the server may share two processors, so responses can be slow. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 })

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession
  let flagId: number

  beforeAll(async () => {
    session = await startConsoleSession(launch)
    flagId = Number((await session.api('POST', 'feature_flags/', { key: KEY, ...ROLLOUT(100) })).id)
    const posthog = new PostHog(session.server.projectToken, { host: session.server.url })
    const flags = await posthog.evaluateFlags('user-42')
    flags.isEnabled(KEY)
    await posthog.shutdown()
  })
  afterEach(() => session.closePages())
  // Undefined if the start failed.
  afterAll(() => session?.close())

  for (const viewport of [PHONE, LAPTOP]) {
    it(`CONSOLE-392 shows code for SDKs without cutting lines, at ${viewport.width} pixels`, async () => {
      const page = await session.open(`#/project/1/flags/${flagId}`, { viewport })
      const code = page.locator('pre.snippet')
      await code.scrollIntoViewIfNeeded()
      expect(await code.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
      const selected = await code.evaluate((element) => {
        getSelection()?.selectAllChildren(element)
        return getSelection()?.toString()
      })
      expect(selected).toBe(await code.textContent())
    })
  }

  it('CONSOLE-393 states the SDK and the time of its last call in one sentence', async () => {
    const page = await session.open(`#/project/1/flags/${flagId}`, { viewport: LAPTOP })
    const received = page.locator('.received')
    await received.scrollIntoViewIfNeeded()
    await soon(() => received.allInnerTexts()).toEqual([
      expect.stringMatching(/^Received from posthog-node, [^\n]*(now|sec|min)[^\n]*$/),
    ])
  })

  it('CONSOLE-155 ends the buttons of an edit at the edge of its form on wide windows', async () => {
    const page = await session.open('#/project/1/flags/new', { viewport: { width: 1920, height: 1080 } })
    const edgeOf = async (selector: string) => {
      const box = await page.locator(selector).boundingBox()
      return box ? box.x + box.width : Number.NaN
    }
    await page.getByLabel('Key', { exact: true }).waitFor()
    const [button, form] = [await edgeOf('.edit-foot .primary'), await edgeOf('.flag-edit > aside')]
    expect(Math.abs(button - form)).toBeLessThanOrEqual(1)
  })

  it('CONSOLE-394 shows three lines of a key in the title of its edit', async () => {
    const page = await session.open(`#/project/1/flags/${flagId}/edit`, { viewport: PHONE })
    const title = page.getByRole('heading', { level: 1 })
    await soon(() => title.getAttribute('title')).toBe(KEY)
    expect((await title.boundingBox())?.height).toBeLessThan(100)
    expect(await title.textContent()).toContain(KEY)
  })

  it('CONSOLE-395 shows both values of a change on a phone', async () => {
    const flag = await session.api('POST', 'feature_flags/', { key: 'described', name: 'Shows the first checkout' })
    await session.api('PATCH', `feature_flags/${flag.id}/`, { name: 'Hides the second checkout' })
    const page = await session.open('#/project/1/activity?group=off', { viewport: PHONE })
    const change = page.locator('.activity-text').first()
    await soon(() => change.locator('b').textContent()).toContain('second')
    const { text, value } = await change.evaluate((element) => ({
      text: element.getBoundingClientRect().toJSON(),
      value: element.querySelector('b')?.getBoundingClientRect().toJSON(),
    }))
    expect(value.right).toBeLessThanOrEqual(text.right + 1)
    expect(value.bottom).toBeLessThanOrEqual(text.bottom + 1)
  })
}
