import type { Browser, BrowserContext } from 'playwright-core'

/** The page with a list of flags for a signed-in user. */
export interface ListedPage {
  readonly url: string
  /** A selector that matches only rows of the list. */
  readonly row: string
  /** The cookies of the signed-in user. */
  readonly signedIn: Awaited<ReturnType<BrowserContext['storageState']>>
}

/** In milliseconds since the start of the navigation, except for the longest task, which is a duration. */
export interface PageView {
  readonly firstPaint: number
  /** When the first flag is displayed and can be opened. */
  readonly listed: number
  /**
   * The longest time without a reaction to keys and clicks, until a second after the list was displayed; 0 if less than
   * 50 ms.
   */
  readonly longestTask: number
  /** Size of scripts, styles and responses as they were sent, in KB. */
  readonly sentKb: number
}

const SETTLED_MS = 1000

/** The measurements that a page records from before its first script. */
interface Noted {
  listedAt?: number
  longestTask: number
}

declare global {
  interface Window {
    benchNoted: Noted
  }
}

/** Opens a page as on a first visit, without a cache. */
export async function viewPage(browser: Browser, { url, row, signedIn }: ListedPage): Promise<PageView> {
  const context = await browser.newContext({ storageState: signedIn, viewport: { width: 1280, height: 900 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(noteRowsAndTasks, row)
    await page.goto(url, { waitUntil: 'commit' })
    await page.waitForFunction(() => window.benchNoted.listedAt !== undefined)
    await page.waitForTimeout(SETTLED_MS)
    return await page.evaluate(() => {
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[] // entries of that type
      const bytes = loaded.reduce((sum, { transferSize }) => sum + transferSize, 0)
      return {
        firstPaint: paint?.startTime ?? Number.NaN,
        listed: window.benchNoted.listedAt ?? Number.NaN,
        longestTask: window.benchNoted.longestTask,
        sentKb: bytes / 1024,
      }
    })
  } finally {
    await context.close()
  }
}

function noteRowsAndTasks(row: string): void {
  const noted: Noted = { longestTask: 0 }
  window.benchNoted = noted
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) noted.longestTask = Math.max(noted.longestTask, duration)
  }).observe({ type: 'longtask', buffered: true })
  const rows = new MutationObserver(() => {
    if (document.querySelector(row) === null) return
    noted.listedAt = performance.now()
    rows.disconnect()
  })
  rows.observe(document, { subtree: true, childList: true })
}
