import type { Browser, BrowserContext } from 'playwright-core'

/** Where a list of flags is, as somebody sees it who is signed in. */
export interface ListedPage {
  readonly url: string
  /** What a row of the list has, and nothing else on the page. */
  readonly row: string
  /** Cookies of who is signed in. */
  readonly signedIn: Awaited<ReturnType<BrowserContext['storageState']>>
}

/** In milliseconds from the beginning of the navigation, but for the longest task, which is a duration. */
export interface PageView {
  readonly firstPaint: number
  /** When the first flag stands there, and can be opened. */
  readonly listed: number
  /** How long the page took no key and no click at a stretch, up to a second after it was there; 0: less than 50 ms. */
  readonly longestTask: number
  /** Bytes of scripts, styles and answers, as they were sent. */
  readonly sentKb: number
}

const SETTLED_MS = 1000

/** What a page notes of itself, from before its first script. */
interface Noted {
  listedAt?: number
  longestTask: number
}

declare global {
  interface Window {
    benchNoted: Noted
  }
}

/** Opens a page as for the first time: nothing of it is kept from before. */
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
      const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[] // of that type
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
