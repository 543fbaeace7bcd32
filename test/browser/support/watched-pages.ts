import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Pages of a browser, each in a separate profile. Their errors are recorded. */
export interface WatchedPages {
  visit(url: string, options?: BrowserContextOptions): Promise<Page>
  /**
   * Closes the pages. Fails if a page reported an error, such as a violation of its Content-Security-Policy, or sent a
   * request to another origin (CONSOLE-4).
   */
  close(expected?: RegExp): Promise<void>
}

/** @param neighbours other origins that pages may open */
export function watchedPages(browser: Browser, neighbours: readonly string[] = []): WatchedPages {
  const contexts: BrowserContext[] = []
  const problems: string[] = []
  const elsewhere: string[] = []
  return {
    async visit(url, options) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options })
      contexts.push(context)
      context.setDefaultTimeout(10_000)
      context.on('request', (request) => {
        const { origin } = new URL(request.url())
        if (origin !== new URL(url).origin && !neighbours.includes(origin)) elsewhere.push(request.url())
      })
      context.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text())
      })
      context.on('weberror', (error) => problems.push(String(error.error())))
      const page = await context.newPage()
      await page.goto(url)
      return page
    },
    async close(expected) {
      await Promise.all(contexts.splice(0).map((context) => context.close()))
      const found = { problems: problems.splice(0), elsewhere: elsewhere.splice(0) }
      expect(found.problems.filter((problem) => !expected?.test(problem))).toEqual([])
      expect(found.elsewhere).toEqual([])
    },
  }
}
