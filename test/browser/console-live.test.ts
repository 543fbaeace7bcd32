import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'
import { organizationApi } from './support/organization-api.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED live updates of the console: ${chromium.missing}`)
else describe('live updates of the console, in Chromium', () => declare(chromium))

const PRO = { key: 'plan', type: 'person', operator: 'exact', value: 'pro' }

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession
  let staging: number

  beforeAll(async () => {
    session = await startConsoleSession(launch)
    const organization = await organizationApi(session.server)
    staging = Number((await organization.ask('POST', 'projects/', { name: 'Staging' })).id)
  })
  afterEach(() => session.closePages())
  // Undefined if the start failed.
  afterAll(() => session?.close())

  const place = (page: Page, hash: string) => page.goto(`${session.server.url}/console/${hash}`)

  it('CONSOLE-177 sends no request twice when the user returns to a project', async () => {
    await session.api('POST', 'feature_flags/', { key: 'before' })
    const page = await session.open('#/project/1/flags')
    await page.getByRole('link', { name: 'before', exact: true }).waitFor()
    await session.api('POST', 'feature_flags/', { key: 'later' })
    await page.getByRole('link', { name: 'later', exact: true }).waitFor()
    await place(page, `#/project/${staging}/dashboards`)
    await page.getByRole('heading', { level: 1, name: 'Dashboards' }).waitFor()
    await page.waitForLoadState('networkidle')
    const requests: string[] = []
    page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`))
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('Network.enable')
    let events = 0
    devTools.on('Network.eventSourceMessageReceived', ({ eventName }) => {
      if (eventName === 'message') events += 1
    })
    await place(page, '#/project/1/flags')
    await page.getByRole('link', { name: 'later', exact: true }).waitFor()
    await expect.poll(() => events).toBe(1)
    await page.waitForLoadState('networkidle')
    expect(requests.filter((request, at) => requests.indexOf(request) !== at)).toEqual([])
  })

  it('CONSOLE-178 requests everything again when a hidden tab is shown', async () => {
    await session.api('PATCH', 'persons/kim/', { properties: { plan: 'free' } })
    const { id } = await session.api('POST', 'feature_flags/', {
      key: 'for-pro',
      filters: { groups: [{ properties: [PRO] }] },
    })
    const page = await session.open(`#/project/1/flags/${id}/explain?distinct_id=kim`)
    await page.getByText('No condition set matched').first().waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await setHidden(page, true)
    await page.getByText('Not live').first().waitFor()
    await session.api('PATCH', 'persons/kim/', { properties: { plan: 'pro' } })
    await setHidden(page, false)
    await page.getByText('Matched condition set 1').first().waitFor()
  })
}

/** Sets the visibility of a page, because a headless browser treats all tabs as visible. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}
