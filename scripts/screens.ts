// Takes screenshots of the console in both themes: of each screen with the example data, into docs/screens. With
// --harsh it uses data that is difficult to display: screens in six sizes of the window, into screens/, which is not
// committed, and dialogs and menus in three sizes, as dialog-NAME.
// Further arguments select screens by name: npm run screens -- --harsh activity settings dialog-key-new
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { CONSOLE_DIALOGS, type ConsoleDialog, opened } from '../test/browser/support/console-dialogs.ts'
import { CONSOLE_PLACES, HARSH_PLACES, settled } from '../test/browser/support/console-places.ts'
import { startConsoleServer } from '../test/browser/support/console-server.ts'
import { loadExampleData } from '../test/browser/support/example-data.ts'
import { loadHarshData } from '../test/browser/support/harsh/harsh-data.ts'
import { hasFont } from '../test/browser/support/has-font.ts'
import { findChromium } from '../test/services/chromium.ts'
import { inWorkspace } from './workspace/source-files.ts'

const { values: options, positionals: names } = parseArgs({
  options: { harsh: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const THEMES = ['light', 'dark'] as const
const SIZE = { width: 1280, height: 800 }
const HARSH_SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
]

/** A laptop, a phone and the narrowest window (CONSOLE-381). */
const DIALOG_SIZES = [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
  { width: 320, height: 600 },
]
const DIALOG = 'dialog-'

const folder = inWorkspace(options.harsh ? 'screens' : 'docs/screens')
const sizes = options.harsh ? HARSH_SIZES : [SIZE]
const service = await findChromium()
if ('missing' in service) throw new Error(service.missing)
const browser = await chromium.launch(service)
await refuseOtherFonts(browser)
mkdirSync(folder, { recursive: true })
const server = await startConsoleServer([], options.harsh ? { FLAGDECK_RATE_LIMIT: 'off' } : {})
try {
  if (options.harsh) await loadHarshData(server)
  // The harsh data is in another project, so this is project 3.
  await loadExampleData(server)
  const storageState = await signIn(browser)
  for (const viewport of sizes) {
    for (const colorScheme of THEMES) {
      const context = await browser.newContext({ storageState, viewport, colorScheme, reducedMotion: 'reduce' })
      for (const [name, place] of chosen()) {
        const size = options.harsh ? `-${viewport.width}` : ''
        await screenshot(context, place, `${name}${size}-${colorScheme}.png`)
      }
      await context.close()
    }
  }
  for (const [name, dialog] of chosenDialogs()) {
    for (const viewport of DIALOG_SIZES) {
      for (const colorScheme of THEMES) {
        // A separate context, because a dialog may end the session or leave a draft behind.
        const context = await browser.newContext({ storageState, viewport, colorScheme, reducedMotion: 'reduce' })
        await screenshotDialog(context, dialog, `${DIALOG}${name}-${viewport.width}-${colorScheme}.png`)
        await context.close()
      }
    }
  }
} finally {
  await browser.close()
  await server.close()
}

function chosen(): readonly (readonly [name: string, place: string])[] {
  const places = Object.entries(options.harsh ? HARSH_PLACES : CONSOLE_PLACES)
  const dialogs = options.harsh ? Object.keys(CONSOLE_DIALOGS).map((name) => DIALOG + name) : []
  const known = [...places.map(([name]) => name), ...dialogs]
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new Error(`${unknown} is none of ${known.join(', ')}`)
  return places.filter(([name]) => names.length === 0 || names.includes(name))
}

function chosenDialogs(): readonly (readonly [name: string, dialog: ConsoleDialog])[] {
  if (!options.harsh) return []
  return Object.entries(CONSOLE_DIALOGS).filter(([name]) => names.length === 0 || names.includes(DIALOG + name))
}

/** Refuses other fonts: all screenshots would differ from the previous ones, without a visible reason. */
async function refuseOtherFonts(browser: Browser): Promise<void> {
  const page = await browser.newPage()
  const isThere = await hasFont(page, 'Inter')
  await page.close()
  if (isThere) return
  await browser.close()
  process.stderr.write('Pictures are taken in Inter, which is not installed here: apt-get install fonts-inter\n')
  process.exit(1)
}

async function signIn(browser: Browser) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(server.signInLink)
  await page.getByRole('heading', { level: 1, name: 'Flags' }).waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

async function screenshot(context: BrowserContext, place: string, name: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${server.url}/console/${place}`)
  await settled(page)
  await page.screenshot({ path: join(folder, name) })
  await page.close()
}

/**
 * Opens dialogs in a wide window, in which their buttons are visible, and resizes it afterwards. Menus are positioned
 * when they open.
 */
async function screenshotDialog(
  context: BrowserContext,
  { place, kind, open }: ConsoleDialog,
  name: string,
): Promise<void> {
  const page = await context.newPage()
  const size = page.viewportSize() ?? SIZE
  if (kind === 'dialog') await page.setViewportSize(SIZE)
  await page.goto(`${server.url}/console/${place}`)
  await settled(page)
  await open(page)
  await opened(page, kind)
  await page.setViewportSize(size)
  await page.screenshot({ path: join(folder, name) })
  await page.close()
}
