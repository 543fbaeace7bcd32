// Takes a picture of each screen of the console in both themes, from the example data, into docs/screens.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { startConsoleServer } from '../test/browser/support/console-server.ts'
import { findChromium } from '../test/services/chromium.ts'
import { run } from './process/run.ts'
import { inWorkspace } from './workspace/source-files.ts'

const FOLDER = inWorkspace('docs/screens')
const THEMES = ['light', 'dark'] as const
const SIZE = { width: 1280, height: 800 }

/** What is shown, by the name of its picture. The first project is empty, the second has the example data. */
const PLACES: Readonly<Record<string, string>> = {
  empty: '#/project/1/flags',
  flags: '#/project/2/flags',
  flag: '#/project/2/flags/1',
  'flag-edit': '#/project/2/flags/4/edit',
  'flag-usage': '#/project/2/flags/1/usage?range=-30d',
  'flag-explain': '#/project/2/flags/4/explain?distinct_id=example-ben',
  'flag-activity': '#/project/2/flags/1/activity',
  'flag-new': '#/project/2/flags/new',
  dashboards: '#/project/2/dashboards',
  dashboard: '#/project/2/dashboards/1',
  'dashboard-new': '#/project/2/dashboards/new',
  cohorts: '#/project/2/cohorts',
  cohort: '#/project/2/cohorts/1',
  'cohort-edit': '#/project/2/cohorts/1/edit',
  people: '#/project/2/people',
  person: '#/project/2/people/example-ben',
  activity: '#/project/2/activity',
  settings: '#/project/2/settings',
}

const service = await findChromium()
if ('missing' in service) throw new Error(service.missing)
mkdirSync(FOLDER, { recursive: true })
const server = await startConsoleServer()
const browser = await chromium.launch(service)
const folder = mkdtempSync(join(tmpdir(), 'flagdeck-screens-'))
try {
  const demo = ['packages/server/dist/cli.js', 'demo', '--url', server.url]
  const { code, output } = await run('node', demo, { env: { FLAGDECK_API_KEY: server.personalApiKey } })
  if (code !== 0) throw new Error(output)
  await untilCounted()
  const state = join(folder, 'state.json')
  await signIn(browser, state)
  for (const colorScheme of THEMES) {
    const context = await browser.newContext({
      storageState: state,
      viewport: SIZE,
      colorScheme,
      reducedMotion: 'reduce',
    })
    for (const [name, place] of Object.entries(PLACES)) await picture(context, place, `${name}-${colorScheme}.png`)
    await context.close()
  }
} finally {
  await browser.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
}

/** What was reported is counted some seconds later. */
async function untilCounted(): Promise<void> {
  const headers = { authorization: `Bearer ${server.personalApiKey}` }
  for (;;) {
    const listed = await fetch(`${server.url}/api/projects/2/feature_flags/?limit=20&usage=7d`, { headers })
    if (/"exposures":[1-9]/.test(await listed.text())) return
    await setTimeout(500)
  }
}

async function signIn(browser: Browser, state: string): Promise<void> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(server.signInLink)
  await page.getByRole('heading', { level: 1, name: 'Flags' }).waitFor()
  await context.storageState({ path: state })
  await context.close()
}

async function picture(context: BrowserContext, place: string, name: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${server.url}/console/${place}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  // What draws charts comes last, and says nothing when it is done.
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(FOLDER, name) })
  await page.close()
}
