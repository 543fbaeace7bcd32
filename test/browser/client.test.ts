import { type RunningServer, startServer } from 'flagdeck'
import { type Browser, chromium as browsers, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { type ClientSite, RESOLVER_RULES, startClientSite } from './support/client-page.ts'
import { startLosingProxy } from './support/losing-proxy.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED the client in a browser: ${chromium.missing}`)
else describe('@flagdeck/client in Chromium', () => declare(chromium))

function declare(launch: ChromiumLaunch): void {
  let site: ClientSite
  let server: RunningServer
  let browser: Browser

  beforeAll(async () => {
    site = await startClientSite()
    const corsOrigins = [site.origin, site.plainOrigin]
    server = await startServer({
      port: 0,
      databaseUrl: 'sqlite::memory:',
      logLevel: 'warn',
      console: false,
      corsOrigins,
    })
    browser = await browsers.launch({ ...launch, args: [...(launch.args ?? []), RESOLVER_RULES] })
  })
  // Undefined if the start failed.
  afterAll(() => Promise.all([browser?.close(), server?.close(), site?.close()]))

  async function visit(origin: string): Promise<Page> {
    const page = await browser.newPage()
    onTestFinished(() => page.close())
    await page.goto(origin)
    await page.waitForFunction(() => 'flagdeck' in window)
    return page
  }

  /** Returns the options of the page, which has no access to this process. */
  function options(host = server.url) {
    return { host, apiKey: server.credentials?.personalApiKey ?? '' }
  }

  it('CLIENT-20 calls from a page of another origin, and goes through pages of a list', async () => {
    const page = await visit(site.origin)
    const found = await page.evaluate(async (given) => {
      const client = window.flagdeck.createClient(given)
      for (const key of ['a', 'b', 'c', 'd', 'e']) await client.call('createFlag', { body: { key } })
      const keys: string[] = []
      for await (const { key } of client.items('listFlags', { query: { limit: '2' } })) keys.push(key)
      const sizes: number[] = []
      for await (const { results } of client.pages('listFlags', { query: { limit: '2' } })) sizes.push(results.length)
      return { keys: keys.sort(), sizes }
    }, options())
    expect(found).toEqual({ keys: ['a', 'b', 'c', 'd', 'e'], sizes: [2, 2, 1] })
  })

  it('CLIENT-20 tells what the API refuses, and which request that was', async () => {
    const page = await visit(site.origin)
    const refused = await page.evaluate(async (given) => {
      const { createClient } = window.flagdeck
      const told = (error: unknown) => ({ ...(error as object), name: (error as Error).name }) // anything that was thrown
      const client = createClient(given)
      const { id, version } = await client.call('createFlag', { body: { key: 'refused' } })
      const change = { params: { id }, body: { active: false }, ifVersion: version }
      await client.call('updateFlag', change)
      return [
        await client.call('createFlag', { body: { key: 'refused' } }).catch(told),
        await client.call('updateFlag', change).catch(told),
        await createClient({ ...given, apiKey: 'phx_wrong' })
          .call('listFlags')
          .catch(told),
      ]
    }, options())
    const requestId = expect.stringMatching(/^\S+$/)
    expect(refused).toMatchObject([
      { name: 'ApiError', status: 400, code: 'unique', attr: 'key', requestId },
      { name: 'ApiError', status: 412, requestId },
      { name: 'ApiError', status: 401, requestId },
    ])
  })

  it.each(['origin', 'plainOrigin'] as const)(
    'CLIENT-19 CLIENT-21 carries out once what it has to send twice (%s)',
    async (name) => {
      const page = await visit(site[name])
      expect(await page.evaluate(() => typeof crypto.randomUUID)).toBe(name === 'origin' ? 'function' : 'undefined')
      const proxy = await startLosingProxy(server.url, 'POST')
      const key = `lost-${name}`
      const answered = await page.evaluate(
        async ({ given, key }) => {
          const client = window.flagdeck.createClient(given)
          const { status, data, headers } = await client.send('createFlag', { body: { key } })
          return { status, key: data.key, replayed: headers.get('idempotency-replayed') }
        },
        { given: options(proxy.url), key },
      )
      expect(answered).toEqual({ status: 201, key, replayed: 'true' })
      expect(proxy.asked()).toBe(2)
    },
  )

  it('CLIENT-22 cannot reach a server that does not name the origin of the page', async () => {
    const other = await startServer({ port: 0, databaseUrl: 'sqlite::memory:', logLevel: 'warn', console: false })
    onTestFinished(() => other.close())
    const page = await visit(site.origin)
    const thrown = await page.evaluate(
      async (given) =>
        window.flagdeck
          .createClient({ ...given, retries: 0 })
          .call('listFlags')
          .catch((error: unknown) => ({ ...(error as object) })), // may be anything that was thrown
      { host: other.url, apiKey: other.credentials?.personalApiKey ?? '' },
    )
    expect(thrown).toMatchObject({ status: 0, code: 'unreachable' })
  })
}
