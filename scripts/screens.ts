// Takes screenshots of the console in both themes: of each screen with the example data, into docs/screens. With --harsh it
// takes them with data that no screen was drawn for, in six sizes of the window, into screens/, which is not committed.
// Further arguments choose screens by name: npm run screens -- --harsh activity settings
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
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
  else await loadExampleData(server)
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
} finally {
  await browser.close()
  await server.close()
}

function chosen(): readonly (readonly [name: string, place: string])[] {
  const places = Object.entries(options.harsh ? HARSH_PLACES : CONSOLE_PLACES)
  const unknown = names.find((name) => !places.some(([known]) => known === name))
  if (unknown !== undefined) throw new Error(`${unknown} is none of ${places.map(([known]) => known).join(', ')}`)
  return places.filter(([name]) => names.length === 0 || names.includes(name))
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
