// Takes a picture of each screen of the console in both themes, from the example data, into docs/screens.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { CONSOLE_PLACES, settled } from '../test/browser/support/console-places.ts'
import { startConsoleServer } from '../test/browser/support/console-server.ts'
import { loadExampleData } from '../test/browser/support/example-data.ts'
import { hasFont } from '../test/browser/support/has-font.ts'
import { findChromium } from '../test/services/chromium.ts'
import { inWorkspace } from './workspace/source-files.ts'

const FOLDER = inWorkspace('docs/screens')
const THEMES = ['light', 'dark'] as const
const SIZE = { width: 1280, height: 800 }

const service = await findChromium()
if ('missing' in service) throw new Error(service.missing)
const browser = await chromium.launch(service)
await refuseOtherFonts(browser)
mkdirSync(FOLDER, { recursive: true })
const server = await startConsoleServer()
const folder = mkdtempSync(join(tmpdir(), 'flagdeck-screens-'))
try {
  await loadExampleData(server)
  const state = join(folder, 'state.json')
  await signIn(browser, state)
  for (const colorScheme of THEMES) {
    const context = await browser.newContext({
      storageState: state,
      viewport: SIZE,
      colorScheme,
      reducedMotion: 'reduce',
    })
    for (const [name, place] of Object.entries(CONSOLE_PLACES))
      await picture(context, place, `${name}-${colorScheme}.png`)
    await context.close()
  }
} finally {
  await browser.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
}

/** In another font every picture would differ from the last ones, and nobody would see why. */
async function refuseOtherFonts(browser: Browser): Promise<void> {
  const page = await browser.newPage()
  const isThere = await hasFont(page, 'Inter')
  await page.close()
  if (isThere) return
  await browser.close()
  process.stderr.write('Pictures are taken in Inter, which is not installed here: apt-get install fonts-inter\n')
  process.exit(1)
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
  await settled(page)
  await page.screenshot({ path: join(FOLDER, name) })
  await page.close()
}
