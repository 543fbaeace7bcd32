import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { call } from '../../packages/server/test/support/server-process.ts'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { CONSOLE_PLACES, settled } from './support/console-places.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'
import { loadExampleData } from './support/example-data.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED the console for who may only look: ${chromium.missing}`)
else describe('the console for who may only look, in Chromium', () => declare(chromium))

/** The places of flags and settings, with the actions that every member may use there. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  [CONSOLE_PLACES.empty]: ['Create your first flag', 'Load example data'],
  [CONSOLE_PLACES.flags]: ['New flag'],
  '#/project/2/flags?show=deleted': ['New flag'],
  [CONSOLE_PLACES.flag]: [],
  [CONSOLE_PLACES['flag-conditions']]: [],
  [CONSOLE_PLACES['flag-edit']]: [],
  [CONSOLE_PLACES['flag-usage']]: [],
  [CONSOLE_PLACES['flag-explain']]: [],
  [CONSOLE_PLACES['flag-activity']]: [],
  [CONSOLE_PLACES['flag-access']]: [],
  [CONSOLE_PLACES['flag-json']]: [],
  [CONSOLE_PLACES.cohort]: ['New flag for this cohort'],
  [CONSOLE_PLACES['cohort-list']]: ['New flag for this cohort'],
  [CONSOLE_PLACES['cohort-edit']]: [],
  [CONSOLE_PLACES.activity]: [],
  [CONSOLE_PLACES.settings]: [],
  '#/project/2/settings/members': [],
  '#/project/2/settings/roles': [],
  '#/project/2/settings/export': [],
}

/** The first words of buttons that change something. */
const WRITES =
  /^(Add|Archive|Change|Create|Delete|Discard|Distribute|Edit|Give|Invite|Load|Make|Move|New|Pin|Remove|Rename|Replace|Reset|Rotate|Restore|Review|Save|Select|Take|Turn|Undo)\b/

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession
  let page: Page

  const open = async (place: string) => {
    await page.goto('about:blank')
    await page.goto(`${session.server.url}/console/${place}`)
    await settled(page)
  }

  beforeAll(async () => {
    session = await startConsoleSession(launch)
    await loadExampleData(session.server)
    page = await session.visit(await inviteViewer(session))
    await page.getByLabel('Your name').fill('Viewer')
    await page.getByLabel('Password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Join and sign in' }).click()
    await page.getByTitle('Viewer').waitFor()
  })
  // Undefined if the start failed.
  afterAll(async () => {
    await session?.closePages(/status of 403/)
    await session?.close()
  })

  it.each(Object.entries(PLACES))('CONSOLE-71 offers nothing that writes at %s', async (place, allowed) => {
    await open(place)
    expect(await page.locator('main').getByRole('switch', { disabled: false }).count()).toBe(0)
    expect(await page.locator('main').getByRole('slider', { disabled: false }).count()).toBe(0)
    expect(await page.locator('main').locator('form textarea:enabled, .flag-edit input:enabled').count()).toBe(0)
    expect((await offered(page)).filter((name) => WRITES.test(name))).toEqual(allowed)
  })

  it('CONSOLE-71 says why, and offers of a flag what may be done with it', async () => {
    await open(CONSOLE_PLACES.flags)
    await page.getByText('View only: you do not have permission to edit these flags').waitFor()
    await page.getByRole('button', { name: 'More for example-banner' }).click()
    expect(await page.getByRole('menuitem').filter({ visible: true }).allTextContents()).toEqual([
      'Duplicate',
      'Copy to project…',
    ])
    await page.getByRole('menuitem', { name: 'Copy to project…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Copy example-banner to another project' })
    await dialog.getByText(/^Creates this flag in /).waitFor()
    await dialog.getByRole('button', { name: 'Copy flag' }).click()
    await dialog.getByText(/^Copied to /).waitFor()
    await open(CONSOLE_PLACES.flag)
    await page.getByText('View only: you do not have permission to edit this flag.').waitFor()
  })

  it('CONSOLE-71 is refused a write all the same', async () => {
    const status = await page.evaluate(async () => {
      const headers = { 'content-type': 'application/json' }
      const flag = '../api/projects/2/feature_flags/1/'
      return (await fetch(flag, { method: 'PATCH', headers, body: '{"active":false}' })).status
    })
    expect(status).toBe(403)
  })

  it('CONSOLE-44 offers nothing that writes on a dashboard that only others may edit, and says so', async () => {
    const { url, personalApiKey } = session.server
    await call(`${url}/api/projects/2/dashboards/1/`, personalApiKey, 'PATCH', { restriction_level: 37 })
    await open(CONSOLE_PLACES.dashboard)
    await page.getByText(/^View only/).waitFor()
    expect((await offered(page)).filter((name) => WRITES.test(name))).toEqual([])
    await page.getByRole('button', { name: 'More for Shop at a glance' }).click()
    expect(await page.getByRole('menuitem').filter({ visible: true }).allTextContents()).toEqual([
      'Duplicate',
      'History',
      'Export as JSON',
      'Print',
    ])
  })
}

/** Restricts editing of flags to their creators, and returns the link of an invitation. */
async function inviteViewer({ server: { url, personalApiKey } }: ConsoleSession): Promise<string> {
  const organizations = await call(`${url}/api/organizations/`, personalApiKey)
  const [{ id }] = organizations.body.results as [{ readonly id: string }] // its schema was checked
  await call(`${url}/api/organizations/${id}/`, personalApiKey, 'PATCH', { default_feature_flags_access_level: 21 })
  const invitation = { target_email: 'viewer@example.com' }
  const made = await call(`${url}/api/organizations/${id}/invites/`, personalApiKey, 'POST', invitation)
  return `${url}/console/#/invitation/${made.body.token}`
}

/** Returns the names of enabled buttons, and of links that look like buttons. */
function offered(page: Page): Promise<readonly string[]> {
  return page
    .locator('main')
    .locator('button:enabled, a.button, input[type=checkbox]:enabled')
    .evaluateAll((all) =>
      all
        .filter((element) => element.checkVisibility())
        .map((element) => element.ariaLabel ?? element.textContent.trim()),
    )
}
