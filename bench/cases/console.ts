import { type Browser, chromium } from 'playwright-core'
import { findChromium } from '../../test/services/chromium.ts'
import { withTemporaryFolder } from '../databases/temporary-folder.ts'
import { interleave, pairOf } from '../measure/interleave.ts'
import { type PageView, viewPage } from '../measure/page-view.ts'
import { resultOf } from '../report/result.ts'
import { besideUnleash } from '../sites/beside-unleash.ts'
import { flagdeckListPage, unleashListPage } from '../sites/console-sites.ts'
import { installPackage } from '../sites/install-package.ts'
import { type RunningFlagServer, withFlagServers } from '../sites/running-flag-servers.ts'
import type { SitePair } from '../sites/site-pair.ts'
import { UNLEASH_NAME, UNLEASH_PACKAGE } from '../sites/unleash-flag-server.ts'
import type { BenchCase } from './bench-case.ts'

const NAME = 'console'
const ROUNDS = { warmUp: 1, counted: 9 }

const FIGURES: readonly (readonly [what: string, unit: 'ms' | 'KB', figureOf: (view: PageView) => number])[] = [
  ['first paint', 'ms', ({ firstPaint }) => firstPaint],
  ['first flag is there', 'ms', ({ listed }) => listed],
  ['longest task', 'ms', ({ longestTask }) => longestTask],
  ['sent to the browser', 'KB', ({ sentKb }) => sentKb],
]

/** The list of 1,000 flags in Chromium, compared with Unleash's own page with the same number. */
export const consoleCase: BenchCase = {
  name: NAME,
  run: () =>
    withTemporaryFolder(async (folder) => {
      const unleash = await installPackage(folder, 'unleash', UNLEASH_PACKAGE)
      return besideUnleash(unleash, ({ servers }) =>
        withFlagServers(servers, (running) => withBrowser((browser) => comparePages(browser, running))),
      )
    }),
}

async function comparePages(browser: Browser, { flagdeck, beside }: SitePair<RunningFlagServer>) {
  const [ours, theirs] = [await flagdeckListPage(browser, flagdeck), await unleashListPage(browser, beside)]
  const views = await interleave(
    () => viewPage(browser, ours),
    () => viewPage(browser, theirs),
    ROUNDS,
  )
  return FIGURES.map(([what, unit, figureOf]) =>
    resultOf(`${NAME}, 1,000 flags: ${what}`, pairOf(views, figureOf), { unit, beside: UNLEASH_NAME }),
  )
}

async function withBrowser<T>(use: (browser: Browser) => Promise<T>): Promise<T> {
  const launch = await findChromium()
  if ('missing' in launch) throw new Error(launch.missing)
  const browser = await chromium.launch(launch)
  try {
    return await use(browser)
  } finally {
    await browser.close()
  }
}
