import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Pages of a browser, each in a profile of its own. What they complain of is remembered. */
export interface WatchedPages {
  visit(url: string, options?: BrowserContextOptions): Promise<Page>
  /**
   * Closes them: none may have complained, have been refused something by its Content-Security-Policy, which is a complaint
   * too, or have asked anybody else for anything (CONSOLE-4).
   */
  close(expected?: RegExp): Promise<void>
}

/** @param neighbours other origins that pages may be led to */
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
