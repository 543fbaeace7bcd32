import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { call } from '../../packages/server/test/support/server-process.ts'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { axeProblems } from './support/axe-problems.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'
import { OPENID_CLIENT, type OpenIdService, startOpenIdService } from './support/openid-service.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED signing in at a provider in a browser: ${chromium.missing}`)
else describe('signing in at a provider in Chromium', () => declare(chromium))

const PEOPLE = {
  ada: { email: 'Ada@acme.test', email_verified: true, name: 'Ada Lovelace' },
  grace: { email: 'grace@elsewhere.test', email_verified: true },
  mallory: { email: 'mallory@acme.test', email_verified: false },
  nobody: { email: 'nobody@evil.test', email_verified: true },
}

function declare(launch: ChromiumLaunch): void {
  let service: OpenIdService
  let session: ConsoleSession

  beforeAll(async () => {
    service = await startOpenIdService(PEOPLE)
    const { client_id: id, client_secret: secret } = OPENID_CLIENT
    const settings = ['--openid-issuer', service.issuer, '--openid-client-id', id, '--openid-client-secret', secret]
    session = await startConsoleSession(
      launch,
      [...settings, '--openid-allowed-domains', 'acme.test'],
      [service.issuer],
    )
    service.register(`${session.server.url}/api/sign_in/openid/callback/`)
  })
  afterEach(() => session.closePages(/status of 401/))
  // Undefined if the start failed.
  afterAll(async () => {
    await session?.close()
    await service?.close()
  })

  async function leave(place = ''): Promise<Page> {
    const page = await session.visit(`${session.server.url}/console/${place}`)
    await page.getByRole('link', { name: `Sign in with ${new URL(service.issuer).host}` }).click()
    return page
  }

  /** Returns the address to which the provider would redirect the browser, without following the redirect. */
  async function approved(page: Page, name: string): Promise<string> {
    await page.getByLabel('Name').waitFor()
    const stay = { maxRedirects: 0 }
    const said = await page.request.post(page.url(), { form: { login: name }, ...stay })
    const answer = await page.request.get(new URL(said.headers().location ?? '', service.issuer).href, stay)
    return answer.headers().location ?? ''
  }

  /** Excludes the cookies of the provider, which is on the same host. */
  async function ownCookies(page: Page) {
    return (await page.context().cookies()).filter(({ name }) => name.includes('flagdeck'))
  }

  async function signIn(page: Page, name: string): Promise<void> {
    await page.getByLabel('Name').fill(name)
    await page.getByRole('button', { name: 'Go on' }).click()
  }

  it('SESS-25 says that the provider is away, before and after its page, and asks it again', async () => {
    service.setAway(true)
    onTestFinished(() => service.setAway(false))
    const page = await leave()
    const away = page.getByRole('alert').filter({ hasText: 'The provider is unavailable' })
    await away.waitFor()
    service.setAway(false)
    await page.getByRole('link', { name: 'Sign in with' }).click()
    const link = await approved(page, 'ada')
    service.setAway(true)
    await page.goto(link)
    await away.waitFor()
    await page.getByLabel('Password').waitFor()
    service.setAway(false)
    await page.getByRole('link', { name: 'Sign in with' }).click()
    await page.getByTitle('Ada Lovelace').waitFor()
  })

  it('SESS-21 makes a member of somebody whose domain is allowed, and knows them the next time', async () => {
    const first = await leave()
    await signIn(first, 'ada')
    await first.getByTitle('Ada Lovelace').waitFor()
    expect(first.url()).toBe(`${session.server.url}/console/#/project/1/flags`)
    expect(await ownCookies(first)).toMatchObject([
      { value: expect.stringMatching(/^phb_/), httpOnly: true, sameSite: 'Lax' },
    ])
    const again = await leave()
    await signIn(again, 'ada')
    await again.getByTitle('Ada Lovelace').waitFor()
  })

  it('SESS-16 signs in who was invited, by the address', async () => {
    const { url, personalApiKey } = session.server
    const organizations = await call(`${url}/api/organizations/`, personalApiKey)
    const [{ id }] = organizations.body.results as [{ readonly id: string }] // its schema was checked
    const invitation = { target_email: PEOPLE.grace.email, first_name: 'Grace' }
    const made = await call(`${url}/api/organizations/${id}/invites/`, personalApiKey, 'POST', invitation)
    await call(`${url}/api/signup/${made.body.token}/`, undefined, 'POST', {})
    const page = await leave()
    await signIn(page, 'grace')
    await page.getByTitle('Grace').waitFor()
  })

  it.each([
    ['mallory', /has not verified your e-mail address/],
    ['nobody', /Ask an admin for an invitation/],
  ])('SESS-27 says plainly why %s is not let in', async (name, sentence) => {
    const page = await leave()
    await signIn(page, name)
    await page.getByRole('alert').filter({ hasText: sentence }).waitFor()
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    expect(await ownCookies(page)).toEqual([])
  })

  it('SESS-27 takes back who did not want to after all', async () => {
    const page = await leave()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('alert').filter({ hasText: 'was not completed' }).waitFor()
  })

  it('SESS-27 comes back to the place where the person was', async () => {
    const page = await leave('#/project/1/dashboards')
    await signIn(page, 'ada')
    await page.getByRole('heading', { level: 1, name: 'Dashboards' }).waitFor()
    expect(page.url()).toBe(`${session.server.url}/console/#/project/1/dashboards`)
  })

  it('SESS-22 takes nobody in by the address that somebody else came back to', async () => {
    const thief = await leave()
    const victim = await session.visit(await approved(thief, 'ada'))
    await victim.getByRole('alert').filter({ hasText: 'started in another browser' }).waitFor()
    expect(await ownCookies(victim)).toEqual([])
  })
}
