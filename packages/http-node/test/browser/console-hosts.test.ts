import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { consoleFiles } from '@flagdeck/console'
import { createFlagdeck } from '@flagdeck/core'
import { flagdeckApplication } from '@flagdeck/http'
import { sqliteStore } from '@flagdeck/store-sqlite'
import express from 'express'
import fastify from 'fastify'
import { type Browser, chromium as playwright } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { walkThroughConsole } from '../../../../test/browser/support/console-journey.ts'
import type { ConsoleStart } from '../../../../test/browser/support/console-server.ts'
import { watchedPages } from '../../../../test/browser/support/watched-pages.ts'
import type { ChromiumLaunch } from '../../../../test/services/chromium.ts'
import { runCommand } from '../../../server/test/support/flagdeck-command.ts'
import { type NodeListener, nodeListener } from '../../src/index.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED the console in other servers: ${chromium.missing}`)
else describe('the console in other servers', () => declare(chromium))

const BASE_PATH = '/admin/flags'

/** Starts a server that has Flagdeck below {@link BASE_PATH}, and answers its origin. */
type StartHost = (flagdeck: NodeListener) => Promise<string>

const HOSTS: Readonly<Record<string, StartHost>> = {
  'Express 5': async (flagdeck) => {
    const server = express().use(flagdeck).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close().closeAllConnections())
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // of a server that listens on a port
  },
  'Fastify 5': async (flagdeck) => {
    const app = fastify({ forceCloseConnections: true })
    onTestFinished(() => app.close())
    app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, _body, done) => done(null))
      scope.all(`${BASE_PATH}/*`, (request, reply) => {
        reply.hijack()
        flagdeck(request.raw, reply.raw)
      })
    })
    return app.listen({ port: 0, host: '127.0.0.1' })
  },
}

function declare(launch: ChromiumLaunch): void {
  let browser: Browser

  beforeAll(async () => {
    browser = await playwright.launch(launch)
  })
  // Undefined when it did not start.
  afterAll(() => browser?.close())

  it.each(Object.entries(HOSTS))('CONSOLE-66 CONSOLE-1 has all of it in %s, below a path', async (_name, startHost) => {
    const pages = watchedPages(browser)
    await walkThroughConsole({ start: await startWith(startHost), pages, viewport: { width: 1280, height: 860 } })
    // That a link is used up, the browser tells too.
    await pages.close(/status of 410/)
  })
}

/** As docs/guides/mount.md says: people get in by a link of `flagdeck sign-in` on the same database. */
async function startWith(startHost: StartHost): Promise<ConsoleStart> {
  const folder = mkdtempSync(join(tmpdir(), 'flagdeck-console-host-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const deck = await createFlagdeck({ store: sqliteStore(join(folder, 'flags.db')) })
  onTestFinished(() => deck.close())
  const application = flagdeckApplication(deck.context, { basePath: BASE_PATH, console: consoleFiles() })
  const url = `${await startHost(nodeListener(application))}${BASE_PATH}`
  const first = await deck.createFirstKey()
  if (!first) throw new Error('the database was not empty')
  const env = { DATABASE_URL: 'sqlite:./flags.db', PUBLIC_URL: url }
  const { code, stdout, stderr } = await runCommand(['sign-in', '--json'], { cwd: folder, env })
  expect(code, stderr).toBe(0)
  const { link } = JSON.parse(stdout) as { readonly link: string }
  const { personalApiKey, project } = first
  return { url, personalApiKey, projectToken: project.apiToken, signInLink: link }
}
