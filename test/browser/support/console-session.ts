import type { JsonObject, JsonValue } from '@flagdeck/core'
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { call } from '../../../packages/server/test/support/server-process.ts'
import type { ChromiumLaunch } from '../../services/chromium.ts'
import { type ConsoleServer, startConsoleServer } from './console-server.ts'
import { type WatchedPages, watchedPages } from './watched-pages.ts'

/** A server with an empty database, and a browser whose first profile is signed in with the link. */
export interface ConsoleSession {
  readonly server: ConsoleServer
  /** Opens a place of the console as the owner, such as `#/project/1/flags`. */
  open(place?: string, options?: BrowserContextOptions): Promise<Page>
  /** Opens any address in a new profile. */
  visit(url: string, options?: BrowserContextOptions): Promise<Page>
  /** Calls the API with the owner's key, below `/api/projects/1/`. */
  api(method: 'GET' | 'POST' | 'PATCH', path: string, body?: JsonValue): Promise<JsonObject>
  /** Posts a body in the format of the SDKs. */
  sdk(path: string, body: JsonValue): Promise<JsonObject>
  /** Closes the pages of a test. Fails if a page reported an error or sent a request to another origin (CONSOLE-4). */
  closePages(expected?: RegExp): Promise<void>
  close(): Promise<void>
}

/** @param neighbours other origins that pages may open */
export async function startConsoleSession(
  launch: ChromiumLaunch,
  args?: readonly string[],
  neighbours: readonly string[] = [],
): Promise<ConsoleSession> {
  const server = await startConsoleServer(args)
  const browser = await chromium.launch(launch)
  const pages = watchedPages(browser, neighbours)
  const state = await signIn(pages, server.signInLink)
  return {
    server,
    open: (place = '', options = {}) =>
      pages.visit(`${server.url}/console/${place}`, { storageState: state, ...options }),
    visit: pages.visit,
    async api(method, path, body) {
      const answer = await call(`${server.url}/api/projects/1/${path}`, server.personalApiKey, method, body)
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
      return answer.body
    },
    sdk: async (path, body) => (await call(`${server.url}${path}`, undefined, 'POST', body)).body,
    closePages: pages.close,
    async close() {
      await browser.close()
      await server.close()
    },
  }
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

async function signIn(pages: WatchedPages, link: string): Promise<StorageState> {
  const page = await pages.visit(link)
  await page.getByRole('heading', { level: 1, name: 'Flags' }).waitFor()
  return page.context().storageState()
}
