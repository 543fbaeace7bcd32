import type { Page } from 'playwright-core'
import { PostHog } from 'posthog-node'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { axeProblems } from './support/axe-problems.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'
import { tooWide } from './support/too-wide.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED the first run of the console: ${chromium.missing}`)
else describe('the first run of the console, in Chromium', () => declare(chromium))

const FLAGS = '#/project/1/flags'
const CONNECT = '#/project/1/flags/connect'
const EVERYONE = { groups: [{ rollout_percentage: 100 }] }

/** The page and the server may share two processors, so responses can be slow. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 })

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession

  const create = async (key: string, fields: object = {}): Promise<number> =>
    Number((await session.api('POST', 'feature_flags/', { key, filters: EVERYONE, ...fields })).id)
  const received = (page: Page) => page.locator('.received').textContent()
  const checklist = (page: Page) => page.getByRole('region', { name: 'Get started' })
  const done = (page: Page) => checklist(page).locator('li[data-done] > :first-child').allInnerTexts()
  /** Runs the published SDK with the same code as the snippet for Node. */
  const callFlag = async (key: string) => {
    const posthog = new PostHog(session.server.projectToken, { host: session.server.url })
    const flags = await posthog.evaluateFlags('user-42')
    flags.isEnabled(key)
    await posthog.shutdown()
  }

  beforeAll(async () => {
    session = await startConsoleSession(launch)
  })
  afterEach(() => session.closePages())
  // Undefined if the start failed.
  afterAll(() => session?.close())

  // The tests below follow a project from its first minute, in this order.

  it('CONSOLE-365 CONSOLE-368 shows how to connect each SDK in an empty project, and reports a call of a flag that does not exist', async () => {
    const page = await session.open(FLAGS, { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.getByRole('heading', { name: 'Connect an SDK' }).waitFor()
    await soon(() => received(page)).toBe('Waiting for the first call…')
    const code = page.locator('pre.snippet')
    const installs = {
      Node: 'npm install posthog-node',
      Browser: 'npm install posthog-js',
      Python: 'pip install posthog',
      OpenFeature: 'npm install @openfeature/server-sdk @openfeature/ofrep-provider',
      Embedded: 'flagdeck-core-',
    }
    for (const [name, install] of Object.entries(installs)) {
      await page.getByRole('button', { name, exact: true }).click()
      await soon(() => page.locator('pre.install').textContent()).toContain(install)
      for (const part of ['my-first-flag', session.server.projectToken]) {
        expect(await code.textContent(), name).toContain(part)
      }
      if (name !== 'Embedded') expect(await code.textContent(), name).toContain(session.server.url)
    }
    await page.getByRole('button', { name: 'HTTP', exact: true }).click()
    await soon(() => page.locator('pre.install').count()).toBe(0)
    await page.getByText('These calls are counted once the flag exists.').waitFor()
    await page.getByRole('button', { name: 'Node', exact: true }).click()
    await page.getByRole('button', { name: 'Copy command' }).click()
    await soon(() => page.evaluate(() => navigator.clipboard.readText())).toBe('npm install posthog-node')
    await page.getByRole('button', { name: 'Copy code' }).click()
    await soon(() => page.evaluate(() => navigator.clipboard.readText())).toBe(await code.textContent())
    await callFlag('my-first-flag')
    await soon(() => received(page)).toContain('Received from posthog-node')
    await soon(() => done(page)).toEqual(['Connect an SDK'])
    await page.getByRole('link', { name: 'Create my-first-flag' }).click()
    await soon(() => page.getByLabel('Key', { exact: true }).inputValue()).toBe('my-first-flag')
  })

  it('CONSOLE-370 lists what remains to be done, from the state of the project', async () => {
    const page = await session.open(FLAGS)
    await soon(() => done(page)).toEqual(['Connect an SDK'])
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await tooWide(page), `at ${width}`).toEqual([])
    }
    expect(await axeProblems(page)).toEqual([])
    await create('my-first-flag', { active: false })
    await soon(() => done(page)).toEqual(['Create a flag', 'Connect an SDK'])
    await checklist(page).getByRole('link', { name: 'Roll out a flag' }).click()
    await page.getByRole('heading', { level: 1, name: /my-first-flag/ }).waitFor()
    await page.goBack()
    await page.getByRole('switch', { name: 'my-first-flag' }).click()
    await soon(() => done(page)).toEqual(['Create a flag', 'Connect an SDK', 'Roll out a flag'])
    await page.getByRole('link', { name: 'Invite a member' }).click()
    await page.getByRole('button', { name: 'Invite members' }).waitFor()
  })

  it('CONSOLE-367 reports the first call of a flag without a reload', async () => {
    await create('search-v2')
    const page = await session.open(CONNECT)
    await soon(() => page.getByLabel('Flag', { exact: true }).inputValue()).toBe('search-v2')
    await soon(() => received(page)).toBe('Waiting for the first call…')
    await callFlag('search-v2')
    await soon(() => received(page)).toMatch(/^Received from posthog-node,.*(now|sec)/)
  })

  it('CONSOLE-369 is opened by a command, and shows the flag in the address', async () => {
    const id = await create('checkout-v3')
    await create('newest')
    const page = await session.open(FLAGS)
    await page.getByRole('link', { name: 'newest', exact: true }).waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('dialog').getByRole('combobox').fill('connect an')
    await page.getByRole('option', { name: 'Connect an SDK' }).click()
    await page.getByRole('heading', { level: 1, name: 'Connect an SDK' }).waitFor()
    await soon(() => page.locator('pre.snippet').textContent()).toContain("'newest'")
    await page.getByLabel('Flag', { exact: true }).fill('checkout-v3')
    await page.getByRole('option', { name: /^checkout-v3/ }).click()
    await soon(() => page.url()).toMatch(new RegExp(`flag=${id}$`))
    await soon(() => page.locator('pre.snippet').textContent()).toContain("'checkout-v3'")
    await page.reload()
    await soon(() => page.locator('pre.snippet').textContent()).toContain("'checkout-v3'")
    expect(await axeProblems(page)).toEqual([])
  })

  it('CONSOLE-367 stops requesting while the code is out of sight', async () => {
    const id = await create('quiet-flag')
    const page = await session.open(FLAGS, { viewport: { width: 1280, height: 300 } })
    await page.clock.install()
    await page.goto(`${session.server.url}/console/#/project/1/flags/${id}`)
    await page.getByRole('heading', { name: 'Use this flag' }).waitFor()
    let count = 0
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname.endsWith('/usage/') && searchParams.has('refresh')) count += 1
    })
    const isInWindow = () => page.locator('.connect-sdk').evaluate(intersects)
    await page.locator('.received').scrollIntoViewIfNeeded()
    await soon(() => count).toBe(1)
    await soon(async () => {
      await page.clock.runFor(3000)
      return count
    }).toBeGreaterThan(2)
    await page.evaluate(() => scrollTo(0, 0))
    await soon(isInWindow).toBe(false)
    const before = count
    await page.clock.runFor(60_000)
    expect(count).toBe(before)
    await page.locator('.received').scrollIntoViewIfNeeded()
    await soon(() => count).toBeGreaterThan(before)
  })

  it('CONSOLE-371 CONSOLE-372 can be hidden for ever, with undo, and disappears when everything is done', async () => {
    const page = await session.open(FLAGS)
    const start = page.getByRole('button', { name: 'Hide checklist' })
    await start.click()
    await soon(() => checklist(page).count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await checklist(page).waitFor()
    await start.click()
    await page.reload()
    await page.getByRole('link', { name: 'newest', exact: true }).waitFor()
    expect(await checklist(page).count()).toBe(0)

    const other = await session.open(FLAGS)
    await soon(() => done(other)).toHaveLength(3)
    await other.getByRole('link', { name: 'Invite a member' }).click()
    await other.getByRole('button', { name: 'Invite members' }).click()
    await other.getByRole('dialog').getByRole('textbox').fill('ada@example.com')
    await other
      .getByRole('dialog')
      .getByRole('button', { name: /^(Create|Invite)/ })
      .click()
    await other.getByRole('dialog').getByText('ada@example.com').waitFor()
    await other.goto(`${session.server.url}/console/${FLAGS}`)
    await other.reload()
    await other.getByRole('link', { name: 'newest', exact: true }).waitFor()
    expect(await checklist(other).count()).toBe(0)
  })

  it('CONSOLE-365 CONSOLE-372 fits every window', async () => {
    for (const width of [320, 390, 768, 1280]) {
      const page = await session.open(CONNECT, { viewport: { width, height: 800 } })
      await page.locator('pre.snippet').waitFor()
      expect(await tooWide(page), `at ${width}`).toEqual([])
      await page.close()
    }
  })
}

/** Reports whether an element is in the window, after earlier observers of it were notified. Runs in the page. */
function intersects(element: Element): Promise<boolean> {
  return new Promise((resolve) => {
    new IntersectionObserver(([entry]) => resolve(entry?.isIntersecting ?? false)).observe(element)
  })
}
