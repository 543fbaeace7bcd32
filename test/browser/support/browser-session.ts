import { type Browser, chromium } from 'playwright-core'
import { expect } from 'vitest'
import type { ChromiumLaunch } from '../../services/chromium.ts'
import { type FlagService, startFlagService } from './flag-service.ts'
import { openShopPage, type SdkConfig, type ShopPage, startSdk } from './shop-page.ts'
import { type StaticSite, startStaticSite } from './static-site.ts'

export interface Visit {
  /** The page of the shop; by default the one with the script tag. */
  readonly path?: string
  readonly distinctId?: string
  readonly config?: SdkConfig
  /** A service other than that of the session. */
  readonly service?: FlagService
  /** Expected messages on the console; by default none. */
  readonly expectedProblem?: RegExp
}

/** A browser, a shop and a flag service, each on a separate origin. */
export interface BrowserSession {
  readonly service: FlagService
  /** Opens a page of the shop, in which posthog-js starts and loads its first flags. */
  visit(visit?: Visit): Promise<ShopPage>
  /** Closes the pages of a test. Fails if a page reported an error or sent a request to another origin. */
  closePages(): Promise<void>
  close(): Promise<void>
}

interface OpenPage {
  readonly shop: ShopPage
  readonly serviceUrl: string
  readonly expectedProblem: RegExp | undefined
}

export async function startBrowserSession(launch: ChromiumLaunch): Promise<BrowserSession> {
  const started: { close(): Promise<void> }[] = []
  const keep = async <Part extends { close(): Promise<void> }>(starting: Promise<Part>): Promise<Part> => {
    const part = await starting
    started.unshift(part)
    return part
  }
  const close = async (): Promise<void> => {
    for (const part of started.splice(0)) await part.close()
  }
  try {
    const browser = await keep(chromium.launch(launch))
    const site = await keep(startStaticSite())
    const service = await keep(startFlagService())
    return { service, close, ...pagesOf(browser, site, service) }
  } catch (error) {
    await close()
    throw error
  }
}

function pagesOf(browser: Browser, site: StaticSite, own: FlagService) {
  const pages: OpenPage[] = []
  return {
    async visit(visit: Visit = {}): Promise<ShopPage> {
      const { path = '/tag', distinctId = 'ada', config = {}, service = own, expectedProblem } = visit
      const shop = await openShopPage(browser, `${site.origin}${path}`)
      pages.push({ shop, serviceUrl: service.url, expectedProblem })
      await startSdk(shop, { token: service.projectToken, apiHost: service.url, distinctId, config })
      return shop
    },
    async closePages(): Promise<void> {
      const ended = pages.splice(0)
      await Promise.all(ended.map(({ shop }) => shop.close()))
      for (const page of ended) expectNothingOdd(page, site)
    },
  }
}

function expectNothingOdd({ shop, serviceUrl, expectedProblem }: OpenPage, site: StaticSite): void {
  expect(shop.problems.filter((problem) => !expectedProblem?.test(problem))).toEqual([])
  const elsewhere = shop.requests.map((request) => request.url()).filter((url) => !isAt(url, [site.origin, serviceUrl]))
  expect(elsewhere).toEqual([])
}

function isAt(url: string, origins: readonly string[]): boolean {
  return url.startsWith('data:') || origins.includes(new URL(url).origin)
}
