import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { axeProblems } from './support/axe-problems.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'
import { loadExampleData } from './support/example-data.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED the commands of the console: ${chromium.missing}`)
else describe('the commands of the console, in Chromium', () => declare(chromium))

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession

  beforeAll(async () => {
    session = await startConsoleSession(launch)
    await loadExampleData(session.server)
  })
  afterEach(() => session.closePages())
  // Undefined if the start failed.
  afterAll(() => session?.close())

  async function openCommands(place = '#/project/2/flags', typed = ''): Promise<Page> {
    const page = await session.open(place)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('dialog').getByRole('combobox').fill(typed)
    return page
  }

  const options = (page: Page) => page.getByRole('dialog').getByRole('option')
  const first = (page: Page) => options(page).first().textContent()

  it.each([
    ['beta testers', 'Example: beta testers', /#\/project\/2\/cohorts\/\d+$/],
    ['members', 'Members', /\/settings\/members$/],
    ['example-acme', 'example-acme', /\/people\/group\/0\/example-acme$/],
    ['at a glance', 'Shop at a glance', /\/dashboards\/\d+$/],
  ])('CONSOLE-184 finds by “%s” and opens it', async (typed, name, address) => {
    const page = await openCommands('#/project/2/flags', typed)
    await options(page).filter({ hasText: name }).first().click()
    await expect.poll(() => page.url()).toMatch(address)
  })

  it('CONSOLE-185 turns a flag off and on by what is typed, with a way to undo it', async () => {
    const page = await openCommands('#/project/2/activity', 'turn off example-banner')
    await options(page).filter({ hasText: 'Turn off example-banner' }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).waitFor()
    const isActive = () =>
      page.evaluate(() =>
        fetch('../api/projects/2/feature_flags/?search=example-banner')
          .then((r) => r.json())
          .then(({ results }) => results[0].active),
      )
    await expect.poll(isActive).toBe(false)
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(isActive).toBe(true)
  })

  it('CONSOLE-185 offers what can be done with the flag that was found first', async () => {
    const page = await openCommands('#/project/2/flags', 'example-banner')
    await options(page).filter({ hasText: 'Turn off example-banner' }).waitFor()
    expect(await options(page).filter({ hasText: 'Turn on example-banner' }).count()).toBe(0)
    await options(page).filter({ hasText: 'Copy key of example-banner' }).click()
    await page.getByRole('status').getByText('Copied example-banner').waitFor()
  })

  it('CONSOLE-186 lists the pages that were opened last, the latest first', async () => {
    const page = await session.open('#/project/2/people/example-ben')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goto(`${session.server.url}/console/#/project/2/flags/1/usage`)
    await page.getByRole('heading', { level: 1, name: 'example-' }).waitFor()
    await page.goto(`${session.server.url}/console/#/project/2/flags/999`)
    await page.getByRole('heading', { level: 1, name: 'Flag not found' }).waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    expect(await first(page)).toMatch(/^example-.*Flags$/)
    expect(await options(page).nth(1).textContent()).toBe('example-benUsers')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toMatch(/\/flags\/1$/)
    await session.closePages(/status of 404/)
  })
}
