import { type Browser, chromium, type Page } from 'playwright-core'
import { settled } from '../../test/browser/support/console-places.ts'
import { type ConsoleServer, startConsoleServer } from '../../test/browser/support/console-server.ts'
import { loadHarshData } from '../../test/browser/support/harsh/harsh-data.ts'
import { findChromium } from '../../test/services/chromium.ts'
import { slowestInteraction, watchInteractions } from '../measure/interaction.ts'
import { median } from '../measure/median.ts'
import type { Result } from '../report/result.ts'
import { type ConsoleScreen, consoleScreens } from '../samples/console-screens.ts'
import type { BenchCase } from './bench-case.ts'

const SLOW_DOWN = 4
const ROUNDS = 3
const AIM_MS = 200

/**
 * Interaction to next paint of the console at a quarter of the processor's speed, with the harsh data. The target is
 * the limit of a good interaction (web.dev/inp). Each result is the slowest interaction of a screen.
 */
export const consoleInteractionsCase: BenchCase = {
  name: 'console interactions',
  async run() {
    const launch = await findChromium()
    if ('missing' in launch) throw new Error(launch.missing)
    const server = await startConsoleServer([], { FLAGDECK_RATE_LIMIT: 'off' })
    const browser = await chromium.launch(launch)
    try {
      await loadHarshData(server)
      return await measureScreens(browser, server)
    } finally {
      await browser.close()
      await server.close()
    }
  },
}

async function measureScreens(browser: Browser, server: ConsoleServer): Promise<readonly Result[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const first = await context.newPage()
  await first.goto(server.signInLink)
  // The page for signing in has a heading, too.
  await first.getByRole('heading', { level: 1, name: 'Flags' }).waitFor()
  await first.close()
  const results: Result[] = []
  for (const [name, screen] of Object.entries(consoleScreens)) {
    const rounds: Readonly<Record<string, number>>[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const page = await context.newPage()
      await watchInteractions(page, SLOW_DOWN)
      await page.goto(`${server.url}/console/${screen.place}`)
      await settled(page)
      rounds.push(await measureScreen(page, screen))
      await page.close()
    }
    results.push(slowestOf(name, screen, rounds))
  }
  return results
}

async function measureScreen(page: Page, { interactions }: ConsoleScreen): Promise<Readonly<Record<string, number>>> {
  const figures: Record<string, number> = {}
  for (const [what, action] of Object.entries(interactions)) figures[what] = await slowestInteraction(page, action)
  return figures
}

function slowestOf(name: string, screen: ConsoleScreen, rounds: readonly Readonly<Record<string, number>>[]): Result {
  const medians = Object.keys(screen.interactions).map(
    (what) => [what, median(rounds.map((figures) => figures[what] ?? Number.NaN))] as const,
  )
  const [what, figure] = medians.reduce((slowest, each) => (each[1] > slowest[1] ? each : slowest))
  process.stderr.write(`${name}: ${medians.map(([each, ms]) => `${each} ${ms}`).join(', ')}\n`)
  return {
    name: `console interactions, ${name}: ${what}`,
    unit: 'ms',
    flagdeck: figure,
    beside: null,
    ratio: null,
    aim: { atMost: AIM_MS },
  }
}
