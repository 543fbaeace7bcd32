import { afterAll, afterEach, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { call } from '../../packages/server/test/support/server-process.ts'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { axeProblems } from './support/axe-problems.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED the console in a browser: ${chromium.missing}`)
else describe('the console in Chromium', () => declare(chromium))

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession

  beforeAll(async () => {
    session = await startConsoleSession(launch)
  })
  /** Returns an invitation link for a new member. */
  async function invite(email = 'newcomer@example.com'): Promise<string> {
    const { url, personalApiKey } = session.server
    const organizations = await call(`${url}/api/organizations/`, personalApiKey)
    const [{ id }] = organizations.body.results as [{ readonly id: string }] // its schema was checked
    const invitation = { target_email: email }
    const made = await call(`${url}/api/organizations/${id}/invites/`, personalApiKey, 'POST', invitation)
    return String(made.body.token)
  }

  afterEach(() => session.closePages(/status of 4(01|10)|ERR_NETWORK/))
  // Undefined if the start failed.
  afterAll(() => session?.close())

  it('CONSOLE-1 leads from the address that is printed to the flags of the first project', async () => {
    const page = await session.open()
    await page.goto(session.server.url)
    await page.getByRole('heading', { level: 1, name: 'Flags' }).waitFor()
    expect(page.url()).toBe(`${session.server.url}/console/#/project/1/flags`)
  })

  it('CONSOLE-171 CONSOLE-173 leads from links of PostHog’s tools to what they are about', async () => {
    const { url, personalApiKey } = session.server
    const flag = await call(`${url}/api/projects/1/feature_flags/`, personalApiKey, 'POST', { key: 'linked' })
    const page = await session.open()
    for (const link of [`/project/1/feature_flags/${flag.body.id}`, `/feature_flags/${flag.body.id}/`]) {
      await page.goto(`${url}${link}`)
      await page.getByRole('heading', { level: 1, name: 'linked' }).waitFor()
      expect(page.url()).toBe(`${url}/console/#/project/1/flags/${flag.body.id}`)
    }
    await page.goto(`${url}/persons/user%2F42`)
    await page.getByRole('heading', { level: 1, name: 'user/42' }).waitFor()
    const deleted = { deleted: true }
    await call(`${url}/api/projects/1/feature_flags/${flag.body.id}/`, personalApiKey, 'PATCH', deleted)
  })

  it('CONSOLE-172 shows an insight by its short id', async () => {
    const { url, personalApiKey } = session.server
    const insights = `${url}/api/projects/1/insights/`
    const dashboard = await call(`${url}/api/projects/1/dashboards/`, personalApiKey, 'POST', { name: 'Shows it' })
    const source = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: '$feature_flag_called' }] }
    const fields = {
      name: 'Linked numbers',
      dashboards: [Number(dashboard.body.id)],
      query: { kind: 'InsightVizNode', source },
    }
    const insight = await call(insights, personalApiKey, 'POST', fields)
    const page = await session.open()
    await page.goto(`${url}/project/1/insights/${insight.body.short_id}`)
    await page.getByRole('heading', { level: 1, name: 'Linked numbers' }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.getByRole('link', { name: 'Shows it' }).click()
    await page.getByRole('heading', { level: 1, name: 'Shows it' }).waitFor()
  })

  it('CONSOLE-10 says plainly that a sign-in link is good once', async () => {
    const page = await session.visit(session.server.signInLink)
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toMatch(/was already used.*flagdeck sign-in/)
    expect(await axeProblems(page)).toEqual([])
  })

  it('CONSOLE-10 asks who is not signed in', async () => {
    const page = await session.visit(`${session.server.url}/console/`)
    await page.getByLabel('Password').fill('wrong horse battery')
    await page.getByLabel('E-mail').fill('nobody@example.com')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.locator('.wrong', { hasText: /password|e-mail/i }).waitFor()
    expect(await axeProblems(page)).toEqual([])
  })

  it('CONSOLE-15 skips to the content by keyboard, and keeps the theme that was chosen', async () => {
    const page = await session.open('#/project/1/flags')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
    await page.getByTitle('Owner').click()
    await page.getByLabel('Dark').check()
    await page.reload()
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  })

  it('CONSOLE-12 says within five seconds that the server is away, and by itself that it is back', async () => {
    const page = await session.open('#/project/1/flags')
    const banner = page.getByText('Connection lost')
    await page.getByText('Live', { exact: true }).waitFor()
    session.server.pause()
    onTestFinished(session.server.goOn)
    await banner.waitFor({ timeout: 5000 })
    await page.getByText('Not live').waitFor()
    expect(await axeProblems(page)).toEqual([])
    session.server.goOn()
    await banner.waitFor({ state: 'detached' })
  })

  it.each([
    ['flags/999', 'Flag not found', 'Back to flags', 'Flags'],
    ['flags/999/edit', 'Flag not found', 'Back to flags', 'Flags'],
    ['flags/none/edit', 'Flag not found', 'Back to flags', 'Flags'],
    ['cohorts/999', 'Cohort not found', 'Back to cohorts', 'Cohorts'],
    ['cohorts/none', 'Cohort not found', 'Back to cohorts', 'Cohorts'],
    ['dashboards/999', 'Dashboard not found', 'Back to dashboards', 'Dashboards'],
    ['people/group/0/nobody', 'Group not found', 'Back to users', 'Users'],
    ['settings/none', 'Page not found', 'Back to settings', 'Settings'],
    ['toString', 'Page not found', 'Back to flags', 'Flags'],
  ])('CONSOLE-131 says what is not there at %s, and leads on', async (place, title, way, list) => {
    const page = await session.open(`#/project/1/${place}`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    await page.getByRole('link', { name: way }).click()
    await page.getByRole('heading', { level: 1, name: list }).waitFor()
    await session.closePages(/status of 404/)
  })

  it('CONSOLE-360 says that a project was not found, and leads to the projects of the user', async () => {
    const page = await session.open('#/project/999/flags')
    await page.getByRole('heading', { level: 1, name: 'Project not found' }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.getByRole('link', { name: 'Your projects' }).click()
    await page.getByRole('heading', { level: 1, name: 'Flags' }).waitFor()
  })

  it('CONSOLE-131 says of whom nobody knows that it is so, and leads to the people', async () => {
    const page = await session.open('#/project/1/people/nobody')
    await page.getByText('Unknown user. Check the ID; flags treat it as a new user.').waitFor()
    await page.locator('.crumbs').getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
  })

  it('CONSOLE-131 leads from what is deleted to the deleted ones', async () => {
    const { id } = await session.api('POST', 'feature_flags/', { key: 'gone-flag' })
    await session.api('PATCH', `feature_flags/${id}/`, { deleted: true })
    const page = await session.open(`#/project/1/flags/${id}`)
    await page.locator('.crumbs').getByRole('link', { name: 'Deleted' }).click()
    await page.getByRole('link', { name: 'gone-flag' }).waitFor()
  })

  it('CONSOLE-27 shows nobody what somebody else has typed in the same tab', async () => {
    const page = await session.open('#/project/1/flags/new')
    const key = page.getByRole('textbox', { name: 'Key', exact: true })
    await key.fill('of-the-owner')
    await page.reload()
    await expect.poll(() => key.inputValue()).toBe('of-the-owner')
    await page.context().clearCookies()
    await page.goto(`${session.server.url}/console/#/invitation/${await invite()}`)
    await page.getByLabel('Your name').fill('Newcomer')
    await page.getByLabel('Password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Join and sign in' }).click()
    await page.getByTitle('Newcomer').waitFor()
    await page.goto(`${session.server.url}/console/#/project/1/flags/new`)
    await expect.poll(() => key.inputValue()).toBe('')
  })

  it('CONSOLE-144 says how to come in without a password, and knows the e-mail of who was signed in', async () => {
    const { url } = session.server
    const one = { first_name: 'One', password: 'correct horse battery' }
    await call(`${url}/api/signup/${await invite('one@example.com')}/`, undefined, 'POST', one)
    const stranger = await session.visit(`${url}/console/`)
    await stranger.getByText('No password?').waitFor()
    await stranger.getByText('flagdeck sign-in').waitFor()
    expect(await axeProblems(stranger)).toEqual([])
    const page = await session.open('#/project/1/flags')
    await page.getByRole('heading', { level: 1, name: 'Flags' }).waitFor()
    await page.context().clearCookies()
    // The next call fails because the session is deleted.
    await page.evaluate(() => location.assign('#/project/1/cohorts'))
    await page.getByText('No password?').waitFor()
    expect(await page.getByLabel('E-mail').inputValue()).toMatch(/@/)
    expect(await page.getByLabel('Password').evaluate((box) => box === document.activeElement)).toBe(true)
  })

  it('CONSOLE-145 names the page after what it shows', async () => {
    const { id } = await session.api('POST', 'feature_flags/', { key: 'with-a-title' })
    const page = await session.open('#/project/1/flags')
    await expect.poll(() => page.title()).toBe('Flags · Default project')
    await page.goto(`${session.server.url}/console/#/project/1/flags/${id}`)
    await expect.poll(() => page.title()).toBe('with-a-title · Flags · Default project')
    await page.goto(`${session.server.url}/console/#/project/1/settings/members`)
    await expect.poll(() => page.title()).toBe('Settings · Default project')
  })

  it.each([1280, 800, 360])('CONSOLE-146 shows which project is open at %d pixels', async (width) => {
    const page = await session.open('#/project/1/flags', { viewport: { width, height: 800 } })
    await page.getByRole('heading', { level: 1, name: 'Flags' }).waitFor()
    const names = page.getByText('Default project', { exact: true }).filter({ visible: true })
    const widths = await names.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width))
    expect(widths.some((shown) => shown > 60)).toBe(true)
  })

  it('CONSOLE-148 makes a project, and leads into it', async () => {
    const page = await session.open('#/project/1/flags')
    await page.getByRole('button', { name: 'Default project' }).click()
    await page.getByRole('button', { name: 'New project' }).click()
    await page.getByLabel('Name').fill('Staging')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.title()).toBe('Flags · Staging')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('button', { name: 'Staging' }).click()
    await page.getByRole('link', { name: 'Staging' }).waitFor()
    expect(await axeProblems(page)).toEqual([])
  })

  it('CONSOLE-153 says what the menu of a person sets, and leads to their settings', async () => {
    const page = await session.open('#/project/1/flags')
    await page.getByTitle('Owner').first().click()
    await page.getByRole('group', { name: 'Theme' }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.getByRole('link', { name: 'Your account' }).click()
    await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor()
    expect(await page.getByRole('group', { name: 'Theme' }).isVisible()).toBe(false)
  })

  it.each(['flags', 'dashboards', 'cohorts', 'people', 'activity', 'settings', 'settings/members'])(
    'CONSOLE-155 ends %s at the edge of the bar at every width',
    async (place) => {
      const page = await session.open(`#/project/1/${place}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      const edge = (selector: string) =>
        page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().right))
      for (const width of [390, 768, 1024, 1440, 1920]) {
        await page.setViewportSize({ width, height: 800 })
        expect(await edge('.screen'), `${width}`).toBe(await edge('.top'))
      }
    },
  )

  it('CONSOLE-187 lets bars scroll away in a low window', async () => {
    const page = await session.open('#/project/1/settings', { viewport: { width: 320, height: 256 } })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.evaluate(() => scrollTo(0, 400))
    const inSight = await page.evaluate(() =>
      ['.top', '.rail'].filter((bar) => (document.querySelector(bar)?.getBoundingClientRect().bottom ?? 0) > 0),
    )
    expect(inSight).toEqual([])
  })

  it('CONSOLE-188 prints what is on the screen, without bars, buttons and the dark theme', async () => {
    const page = await session.open('#/project/1/flags', { colorScheme: 'dark' })
    await page.getByRole('heading', { level: 1, name: 'Flags' }).waitFor()
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    for (const bar of ['.rail', '.top']) expect(await page.locator(bar).isVisible()).toBe(false)
    expect(await page.getByRole('button').filter({ visible: true, hasText: 'New flag' }).count()).toBe(0)
    const colours = () =>
      page.evaluate(() => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color])
    const printed = await colours()
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
    expect(printed).toEqual(await colours())
  })

  it.each(['members', 'roles'])('CONSOLE-156 says whose the %s are', async (section) => {
    const page = await session.open(`#/project/1/settings/${section}`)
    await page.getByText(/(Members|Roles) of My organization .* all its projects/).waitFor()
  })

  it('CONSOLE-13 signs in over the page when its session has ended, and goes on', async () => {
    const page = await session.open('#/project/1/flags')
    await page.getByRole('heading', { level: 1, name: 'Flags' }).waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    // The same request as from another tab of the browser.
    expect(await page.evaluate(async () => (await fetch('../api/session/', { method: 'DELETE' })).ok)).toBe(true)
    await page.getByText('Your session has expired').waitFor()
    expect(page.url()).toContain('#/project/1/flags')
  })
}
