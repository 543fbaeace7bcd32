import { gunzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page, Request, Response } from 'playwright-core'
import type { PostHog, PostHogConfig } from 'posthog-js'

declare global {
  interface Window {
    posthog: PostHog
    flagsAfter(act: () => void, sdk?: PostHog): Promise<void>
  }
}

/** A page of the shop in a new browser profile, with everything that it sent. */
export interface ShopPage {
  readonly page: Page
  readonly requests: readonly Request[]
  /** Preflight requests of the browser: method and path. */
  readonly preflights: readonly string[]
  /** The errors of the page: messages on the console, and uncaught exceptions. */
  readonly problems: readonly string[]
  close(): Promise<void>
}

export async function openShopPage(browser: Browser, url: string): Promise<ShopPage> {
  const context = await browser.newContext()
  try {
    context.setDefaultTimeout(10_000)
    const page = await context.newPage()
    const watched = { ...watch(context, page), preflights: await watchPreflights(context, page) }
    await page.goto(url)
    return { page, ...watched, close: () => context.close() }
  } catch (error) {
    await context.close()
    throw error
  }
}

function watch(context: BrowserContext, page: Page) {
  const requests: Request[] = []
  const problems: string[] = []
  context.on('request', (request) => requests.push(request))
  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  return { requests, problems }
}

/** Records preflight requests, which Playwright does not report. */
async function watchPreflights(context: BrowserContext, page: Page): Promise<readonly string[]> {
  const preflights: string[] = []
  const session = await context.newCDPSession(page)
  session.on('Network.requestWillBeSent', ({ initiator, request }) => {
    if (initiator.type === 'preflight') preflights.push(`${request.method} ${new URL(request.url).pathname}`)
  })
  await session.send('Network.enable')
  return preflights
}

/** The options with which the shop starts posthog-js. */
export interface SdkStart {
  readonly token: string
  readonly apiHost: string
  /** By default, the user that the browser has stored. */
  readonly distinctId?: string
  readonly config?: SdkConfig
}

/** The settings of posthog-js that the tests change. */
export type SdkConfig = Partial<
  Pick<PostHogConfig, 'api_transport' | 'capture_pageview' | 'disable_compression' | 'request_headers'>
>

/** Starts posthog-js and resolves with the first flags. */
export async function startSdk(
  { page }: Pick<ShopPage, 'page'>,
  { token, apiHost, distinctId, config }: SdkStart,
): Promise<void> {
  const options = {
    api_host: apiHost,
    ...(distinctId === undefined ? {} : { bootstrap: { distinctID: distinctId } }),
    // Otherwise posthog-js treats a headless browser as a robot, and captures nothing.
    opt_out_useragent_filter: true,
    ...config,
  }
  await page.evaluate(
    ({ token, options }) =>
      new Promise<void>((resolve) => {
        window.posthog.init(token, options)
        window.posthog.onFeatureFlags(() => resolve())
      }),
    { token, options },
  )
}

/** Returns the response to the first past or future request for which `isMeant` is true. */
export async function answerTo(
  { page, requests }: ShopPage,
  isMeant: (request: Request) => boolean,
): Promise<Response> {
  const request = requests.find(isMeant) ?? (await page.context().waitForEvent('request', isMeant))
  const response = await request.response()
  if (response) return response
  throw new Error(`${request.method()} ${request.url()} was not answered: ${request.failure()?.errorText}`)
}

/** Whether a request captures this event. The contents of beacons are not visible. */
export function captures(event: string): (request: Request) => boolean {
  return (request) => sentText(request).includes(`"event":${JSON.stringify(event)}`)
}

export function isBeacon(request: Request): boolean {
  return request.resourceType() === 'ping'
}

/** Returns the text that a request sends, from any encoding of posthog-js. */
export function sentText(request: Request): string {
  const body = request.postDataBuffer()
  if (!body) return ''
  if (body[0] === 0x1f && body[1] === 0x8b) return gunzipSync(body).toString()
  const form = /^data=(.*)$/s.exec(body.toString('latin1'))?.[1]
  return form === undefined ? body.toString() : Buffer.from(decodeURIComponent(form), 'base64').toString()
}
