import { execFileSync } from 'node:child_process'
import type { Browser, Page } from 'playwright-core'
import type { ListedPage } from '../measure/page-view.ts'
import type { RunningFlagServer } from './running-flag-servers.ts'
import type { ServerCommand } from './server-process.ts'

const FLAGDECK_ROW = 'td a[href*="/flags/"]'

/** Returns the page with the list of flags in Flagdeck's console, signed in by a link. */
export async function flagdeckListPage(browser: Browser, { port, command }: RunningFlagServer): Promise<ListedPage> {
  const origin = `http://127.0.0.1:${port}`
  return {
    url: `${origin}/console/#/project/1/flags`,
    row: FLAGDECK_ROW,
    signedIn: await signedIn(browser, async (page) => {
      await page.goto(signInLink(command, origin))
      await page.waitForSelector(FLAGDECK_ROW)
    }),
  }
}

/**
 * Returns the page with the list of features in Unleash, signed in as the administrator that its first start creates.
 */
export async function unleashListPage(browser: Browser, { port }: RunningFlagServer): Promise<ListedPage> {
  const origin = `http://127.0.0.1:${port}`
  return {
    url: `${origin}/projects/default`,
    row: 'a[href*="/projects/default/features/"]',
    signedIn: await signedIn(browser, async (page) => {
      const data = { username: 'admin', password: 'unleash4all' }
      const answer = await page.request.post(`${origin}/auth/simple/login`, { data })
      if (!answer.ok()) throw new Error(`Unleash let nobody in: ${answer.status()}`)
    }),
  }
}

/** Creates the link with the same program on the same database. */
function signInLink({ args: [program = ''], env }: ServerCommand, origin: string): string {
  const said = execFileSync(process.execPath, [program, 'sign-in', '--json'], {
    env: { PATH: process.env.PATH, ...env, PUBLIC_URL: origin },
    encoding: 'utf8',
  })
  return (JSON.parse(said) as { readonly link: string }).link // the output of the command
}

async function signedIn(browser: Browser, signIn: (page: Page) => Promise<void>): Promise<ListedPage['signedIn']> {
  const context = await browser.newContext()
  try {
    await signIn(await context.newPage())
    return await context.storageState()
  } finally {
    await context.close()
  }
}
