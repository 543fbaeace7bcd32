import type { JsonObject } from '@flagdeck/core'
import { sessions as operations } from '@flagdeck/core/operations'
import { expect, it, onTestFinished } from 'vitest'
import { sessionCookieName } from '../../src/api/access/session-cookie.ts'
import { flagdeckApplication, flagdeckRoutes } from '../../src/api/flagdeck-application.ts'
import { plainRequest } from '../../src/rest/plain-request.ts'
import { resultsOf } from '../support/api-response.ts'
import type { ApiUnderTest } from '../support/api-under-test.ts'
import { Browser, linkFor, signedIn } from '../support/browser.ts'
import { Caller } from '../support/caller.ts'
import type { NewWorld, Person } from '../support/world.ts'

const DAY_MS = 86_400_000
const PASSWORD = 'correct horse battery'
const ANOTHER_LINK = 'Ask your administrator for a new one, created with: flagdeck sign-in'

/** Moves the clock forward until the end of the test, because tests share the clock. */
function later({ clock }: ApiUnderTest, ms: number): void {
  clock.advance(ms)
  onTestFinished(() => clock.advance(-ms))
}

async function setPassword(api: ApiUnderTest, person: Pick<Person, 'user'>): Promise<void> {
  const answer = await (await signedIn(api, person)).post('/api/session/password/', { password: PASSWORD })
  expect(answer.status).toBe(204)
}

/** Sends the password form for one address, from any network. */
function passwordForm(api: ApiUnderTest, email: string) {
  return (password: string, remoteAddress: string) =>
    new Browser(api).post('/api/sign_in/', { email, password }, { remoteAddress })
}

/** Sessions of the console: docs/behaviour/sessions.md. */
export function sessions(newWorld: NewWorld): void {
  it('SESS-1 lets a browser act as its user by a cookie', async () => {
    const { api, owner, organization, project, flags } = await newWorld()
    const browser = new Browser(api)
    const answer = await browser.post('/api/sign_in/link/', { token: await linkFor(api, owner) })
    expect(answer.status).toBe(200)
    expect(answer.headers['set-cookie']).toMatch(
      /^flagdeck_session_[0-9a-f]{8}=[\w-]{43,}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax$/,
    )
    expect(answer.headers['cache-control']).toBe('no-store')
    const session = await browser.get('/api/session/')
    expect(session.body).toEqual(answer.body)
    expect(session.body).toMatchObject({
      user: { id: owner.user.id, email: owner.user.email },
      organizations: [{ id: organization.id, name: organization.name, level: 15 }],
      session: { expires_at: '2026-01-15T12:00:00Z' },
    })
    const [{ projects }] = session.body.organizations as [{ projects: unknown[] }] // validated against its schema
    expect(projects).toContainEqual(expect.objectContaining({ id: project.id, api_token: project.apiToken }))
    const created = await browser.post(flags, { key: 'by-cookie' })
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({ created_by: { id: owner.user.id } })
  })

  it('SESS-1 answers 401 to who is not signed in, and the session to a key', async () => {
    const { api, owner, anonymous } = await newWorld()
    expect((await anonymous.get('/api/session/')).body).toMatchObject({ code: 'not_authenticated' })
    const stranger = new Browser(api)
    stranger.cookie = `${await sessionCookieName(api.deck.context)}=phb_${'x'.repeat(43)}`
    expect((await stranger.get('/api/session/')).status).toBe(401)
    expect((await owner.get('/api/session/')).body).toMatchObject({ user: { id: owner.user.id }, session: null })
  })

  it('SESS-2 takes a sign-in link once, and says so the second time', async () => {
    const { api, owner } = await newWorld()
    const token = await linkFor(api, owner)
    const sign = () => new Browser(api).post('/api/sign_in/link/', { token })
    const answers = await Promise.all(Array.from({ length: 20 }, sign))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 410)])
    expect((await sign()).body).toMatchObject({
      code: 'gone',
      detail: `This sign-in link was already used; each link works once. ${ANOTHER_LINK}`,
    })
    expect((await new Browser(api).get('/api/session/')).status).toBe(401)
  })

  it('SESS-2 takes it for thirty minutes', async () => {
    const { api, owner } = await newWorld()
    const [early, late] = [await linkFor(api, owner), await linkFor(api, owner)]
    const sign = (token: string) => new Browser(api).post('/api/sign_in/link/', { token })
    later(api, 30 * 60_000 - 1)
    expect((await sign(early)).status).toBe(200)
    later(api, 1)
    expect((await sign(late)).body).toMatchObject({
      detail: `This sign-in link has expired; links work for 30 minutes. ${ANOTHER_LINK}`,
    })
    const none = await sign('phl_none')
    expect(none.status).toBe(404)
    expect(none.body).toMatchObject({ detail: `This sign-in link does not exist. ${ANOTHER_LINK}` })
  })

  it('SESS-3 refuses what a page of somebody else sends with the cookie', async () => {
    const { api, owner, flags } = await newWorld()
    const browser = await signedIn(api, owner)
    const write = async (headers: Record<string, string>) =>
      (await browser.post(flags, { key: `k${crypto.randomUUID()}` }, { headers })).status
    const none = { 'sec-fetch-site': '' }
    for (const site of ['cross-site', 'same-site', 'none', 'anything', '']) {
      expect(await write({ 'sec-fetch-site': site }), site).toBe(403)
      const read = await browser.get(flags, { headers: { 'sec-fetch-site': site } })
      expect(read.status, site).toBe(site === 'none' ? 200 : 403)
    }
    expect(await write({ ...none, origin: 'http://localhost' })).toBe(403)
    expect((await browser.delete(`${flags}1/`, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
  })

  it('SESS-3 goes by the origin where a browser does not name the site', async () => {
    const { api, owner, flags } = await newWorld()
    const { cookie = '' } = await signedIn(api, owner)
    const caller = new Caller(api)
    const write = async (headers: Record<string, string>) =>
      (await caller.post(flags, { key: `k${crypto.randomUUID()}` }, { headers: { cookie, ...headers } })).status
    expect(await write({ host: '10.0.0.7:8000', origin: 'http://10.0.0.7:8000' })).toBe(201)
    expect(await write({ host: '10.0.0.7:8000', origin: 'http://10.0.0.7:8001' })).toBe(403)
    expect(await write({ host: '10.0.0.7:8000', origin: 'https://10.0.0.7:8000' })).toBe(403)
    expect(await write({ host: '10.0.0.7:8000', origin: 'null' })).toBe(403)
    expect(await write({ host: '10.0.0.7:8000' })).toBe(403)
    const foreign = { host: '10.0.0.7:8000', origin: 'http://evil.test', cookie }
    expect((await caller.get(flags, { headers: foreign })).status).toBe(403)
  })

  it('SESS-3 takes JSON alone with the cookie', async () => {
    const { api, owner, flags } = await newWorld()
    const browser = await signedIn(api, owner)
    const send = async (type: string) =>
      (await browser.send('POST', flags, { body: '{"key":"typed"}', headers: { 'content-type': type } })).status
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      expect(await send(type), type).toBe(403)
    }
    expect(await send('application/json; charset=utf-8')).toBe(201)
  })

  it('SESS-3 takes a list of people as CSV with the cookie, and no form', async () => {
    const { owner, api, project } = await newWorld()
    const cohorts = `/api/projects/${project.id}/cohorts/`
    const { body } = await owner.post(cohorts, { name: 'listed', is_static: true })
    const browser = await signedIn(api, owner)
    const upload = async (type: string) => {
      const url = `${cohorts}${body.id}/add_persons_to_static_cohort/`
      const content = { body: 'number,distinct_id\n1,ada', headers: { 'content-type': type } }
      return (await browser.send('POST', url, content)).status
    }
    expect(await upload('text/csv')).toBe(200)
    for (const type of ['text/plain', 'multipart/form-data']) expect(await upload(type)).toBe(403)
  })

  it('SESS-3 looks at no cookie where there is another credential', async () => {
    const { api, owner, member, flags } = await newWorld()
    const { cookie = '' } = await signedIn(api, owner)
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    const own = await member.get('/api/session/', { headers })
    expect(own.body).toMatchObject({ user: { id: member.user.id }, session: null })
    for (const authorization of ['Bearer phx_wrong', 'Basic x', '']) {
      const answer = await new Caller(api).get(flags, { headers: { ...headers, authorization } })
      expect(answer.status, authorization).toBe(401)
    }
  })

  it('SESS-4 signs in by password, and refuses an unknown address as a wrong password', async () => {
    const { api, owner, admin } = await newWorld()
    await (await signedIn(api, owner)).post('/api/session/password/', { password: PASSWORD })
    const sign = async (email: string, password: string) => {
      const before = api.passwords.asked()
      const { status, body } = await new Browser(api).post('/api/sign_in/', { email, password })
      return { status, body, asked: api.passwords.asked() - before }
    }
    expect(await sign(owner.user.email.toUpperCase(), PASSWORD)).toMatchObject({
      status: 200,
      body: { user: { id: owner.user.id } },
    })
    const wrong = await sign(owner.user.email, 'not it at all')
    expect(wrong).toMatchObject({ status: 401, asked: 1 })
    expect(wrong.body).toEqual({
      type: 'authentication_error',
      code: 'authentication_failed',
      detail: 'The e-mail address or the password is wrong.',
      attr: null,
    })
    expect(await sign('nobody@nowhere.test', PASSWORD)).toEqual(wrong)
    expect(await sign(admin.user.email, PASSWORD)).toEqual(wrong)
  })

  it('SESS-5 bounds guesses from one network, and lets the account in from others', async () => {
    const { api, owner } = await newWorld()
    await setPassword(api, owner)
    const sign = passwordForm(api, owner.user.email)
    for (let n = 0; n < 20; n++) expect((await sign('a wrong guess', '10.0.0.1')).status).toBe(401)
    const refused = await sign(PASSWORD, '10.0.0.1')
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('300')
    expect((await sign(PASSWORD, '10.0.0.2')).status).toBe(200)
    const byLink = await new Browser(api).post('/api/sign_in/link/', { token: await linkFor(api, owner) })
    expect(byLink.status).toBe(200)
    later(api, 5 * 60_000)
    expect((await sign(PASSWORD, '10.0.0.1')).status).toBe(200)
  })

  it('SESS-5 lets a member in at every attempt while one network guesses the password', async () => {
    const { api, owner } = await newWorld()
    await setPassword(api, owner)
    const sign = passwordForm(api, owner.user.email)
    const [office, elsewhere] = ['203.0.113.7', '198.51.100.9']
    expect((await sign(PASSWORD, office)).status).toBe(200)
    const statuses = { guess: [] as number[], elsewhere: [] as number[], office: [] as number[] }
    // Eleven minutes: a guess every 20 seconds, the member every 10 seconds from both places.
    for (let n = 0; n < 66; n++) {
      if (n % 2 === 0) statuses.guess.push((await sign(`guess ${n}`, office)).status)
      statuses.elsewhere.push((await sign(PASSWORD, elsewhere)).status)
      statuses.office.push((await sign(PASSWORD, office)).status)
      later(api, 10_000)
    }
    expect(statuses.guess).toEqual(Array.from({ length: 33 }, () => 401))
    expect(statuses.elsewhere).toEqual(Array.from({ length: 66 }, () => 200))
    expect(statuses.office).toEqual(Array.from({ length: 66 }, () => 200))
  })

  it.each(['a member', 'an unknown address'])('SESS-5 bounds a guess of %s from 200 networks', async (whose) => {
    const { api, owner } = await newWorld()
    await setPassword(api, owner)
    const home = '2001:db8:1:2::1'
    expect((await passwordForm(api, owner.user.email)(PASSWORD, home)).status).toBe(200)
    const sign = passwordForm(api, whose === 'a member' ? owner.user.email : 'unknown@nowhere.test')
    const statuses: number[] = []
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < 200; n++) statuses.push((await sign('a wrong guess', `10.1.${round}.${n}`)).status)
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(200)
    expect(statuses.slice(200).every((status) => status === 429)).toBe(true)
    // SESS-32: a network of the account is not affected; another one waits.
    const known = await sign(PASSWORD, '2001:db8:1:2:ffff::9')
    expect(known.status).toBe(whose === 'a member' ? 200 : 429)
    expect((await sign(PASSWORD, '2001:db8:1:3::1')).status).toBe(429)
    later(api, 5 * 60_000)
    expect((await sign(PASSWORD, '2001:db8:1:3::1')).status).toBe(whose === 'a member' ? 200 : 401)
  })

  it('SESS-32 stores the last ten networks of an account, and no address', async () => {
    const { api, owner } = await newWorld()
    await setPassword(api, owner)
    const sign = passwordForm(api, owner.user.email)
    for (let n = 0; n < 12; n++) expect((await sign(PASSWORD, `10.2.0.${n}`)).status).toBe(200)
    const { store } = api.deck.context
    const marks = await store.read((tx) => tx.passwords.networks(owner.user.id))
    expect(marks).toHaveLength(10)
    for (const mark of marks) expect(mark).toMatch(/^[0-9a-f]{6}$/)
    const isKnown = (network: string) => operations.isKnownNetwork(api.deck.context, owner.user.email, network)
    expect(await isKnown('10.2.0.2')).toBe(true)
    expect(await isKnown('10.2.0.1')).toBe(false)
    await store.write((tx) => tx.passwords.delete(owner.user.id))
    expect(await isKnown('10.2.0.2')).toBe(false)
  })

  it('SESS-5 counts no attempt that succeeds', async () => {
    const { api, owner } = await newWorld()
    await setPassword(api, owner)
    const sign = passwordForm(api, owner.user.email)
    for (let n = 0; n < 70; n++) expect((await sign(PASSWORD, '10.3.0.1')).status).toBe(200)
  })

  it('SESS-5 slows guesses of the current password too', async () => {
    const { api, owner } = await newWorld()
    const browser = await signedIn(api, owner)
    await browser.post('/api/session/password/', { password: PASSWORD })
    later(api, 31 * 60_000)
    const change = (current_password: string) =>
      browser.post('/api/session/password/', { password: PASSWORD, current_password })
    for (let n = 0; n < 20; n++) expect((await change(`guess ${n}`)).status).toBe(400)
    const refused = await change(PASSWORD)
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('300')
    later(api, 5 * 60_000)
    expect((await change(PASSWORD)).status).toBe(204)
  })

  it('SESS-12 neither lists nor ends sessions by a key that is bound', async () => {
    const { api, owner, organization, project } = await newWorld()
    const browser = await signedIn(api, owner)
    const [{ id }] = JSON.parse((await browser.get('/api/sessions/')).text ?? '')
    for (const bound of [{ scoped_organizations: [organization.id] }, { scoped_teams: [project.id] }]) {
      const { body } = await owner.post('/api/personal_api_keys/', { label: 'bound', scopes: ['*'], ...bound })
      const key = new Caller(api, String(body.value))
      expect((await key.get('/api/sessions/')).status).toBe(403)
      expect((await key.delete(`/api/sessions/${id}/`)).status).toBe(403)
    }
    expect((await browser.get('/api/session/')).status).toBe(200)
  })

  it('SESS-13 ends a password with the last membership of its user', async () => {
    const { api, owner, member, organization } = await newWorld()
    await (await signedIn(api, member)).post('/api/session/password/', { password: PASSWORD })
    const sign = () => new Browser(api).post('/api/sign_in/', { email: member.user.email, password: PASSWORD })
    expect((await sign()).status).toBe(200)
    await owner.delete(`/api/organizations/${organization.id}/members/${member.user.uuid}/`)
    expect((await sign()).status).toBe(401)
    const invited = await owner.post(`/api/organizations/${organization.id}/invites/`, {
      target_email: member.user.email,
    })
    expect((await sign()).status).toBe(401)
    const joined = await new Browser(api).post(`/api/signup/${invited.body.token}/`, { password: 'another password' })
    expect(joined.status).toBe(201)
    expect((await sign()).status).toBe(401)
    const again = await new Browser(api).post('/api/sign_in/', {
      email: member.user.email,
      password: 'another password',
    })
    expect(again.status).toBe(200)
  })

  it('SESS-7 keeps a session for fourteen days from its last use', async () => {
    const { api, owner } = await newWorld()
    const browser = await signedIn(api, owner)
    const unused = await signedIn(api, owner)
    const expiry = async () => {
      // An instance caches the session for some seconds.
      api.deck.context.credentials.lookAgain()
      const { session } = (await browser.get('/api/session/')).body as { session: { expires_at: string } } // validated
      return Date.parse(session.expires_at)
    }
    const before = await expiry()
    later(api, 13 * DAY_MS)
    await expect.poll(expiry).toBe(before + 13 * DAY_MS)
    later(api, DAY_MS)
    api.deck.context.credentials.lookAgain()
    expect((await unused.get('/api/session/')).status).toBe(401)
    expect((await browser.get('/api/session/')).status).toBe(200)
  })

  it('SESS-1 asks for a cookie of https where it is reached by that', async () => {
    const { api, owner } = await newWorld()
    const application = flagdeckApplication(api.deck.context, { trustProxy: true })
    const headers = { host: 'flags.test', 'x-forwarded-proto': 'https', origin: 'https://flags.test' }
    const json = { token: await linkFor(api, owner) }
    const { headers: answered } = await application.handle(
      plainRequest('POST', '/api/sign_in/link/', { json, headers }),
    )
    const set = answered['set-cookie'] ?? ''
    expect(set).toMatch(/^__Host-flagdeck_session_[0-9a-f]{8}=phb_\w{43}; Path=\/; .*; HttpOnly; SameSite=Lax; Secure$/)
    const [cookie = ''] = set.split(';', 1)
    const status = async (sent: string) =>
      (await application.handle(plainRequest('GET', '/api/session/', { headers: { ...headers, cookie: sent } }))).status
    expect(await status(`other=1; ${cookie}; more=2`)).toBe(200)
    // Another site under the same domain may have set this cookie.
    expect(await status(cookie.replace('__Host-', ''))).toBe(401)
  })

  it('SESS-33 names the cookie after the installation, and scopes it to the path that browsers see', async () => {
    const { api, owner } = await newWorld()
    const name = await sessionCookieName(api.deck.context)
    expect(name).toMatch(/^flagdeck_session_[0-9a-f]{8}$/)
    const places = [
      [{}, '', '/'],
      [{ basePath: '/admin/flags' }, '', '/admin/flags'],
      [{ publicUrl: 'http://flags.test/flags/' }, '', '/flags'],
      [{ publicUrl: 'https://flags.test' }, '__Host-', '/'],
      [{ publicUrl: 'https://flags.test/flags', basePath: '/deck' }, '__Secure-', '/flags/deck'],
    ] as const
    for (const [options, prefix, path] of places) {
      const basePath = 'basePath' in options ? options.basePath : ''
      const application = flagdeckApplication(api.deck.context, options)
      const json = { token: await linkFor(api, owner) }
      const { headers } = await application.handle(plainRequest('POST', `${basePath}/api/sign_in/link/`, { json }))
      const set = headers['set-cookie'] ?? ''
      const secure = prefix === '' ? '' : '; Secure'
      expect(set.replace(/phb_\w+/, '')).toBe(
        `${prefix}${name}=; Path=${path}; Max-Age=1209600; HttpOnly; SameSite=Lax${secure}`,
      )
      const [cookie = ''] = set.split(';', 1)
      const get = (sent: string) => plainRequest('GET', `${basePath}/api/session/`, { headers: { cookie: sent } })
      const answer = await application.handle(get(`other=1; ${cookie}`))
      expect(answer.status).toBe(200)
      // The cookie of another installation on the same host, and one without an installation.
      for (const other of ['_00000000', '']) {
        const { status } = await application.handle(get(cookie.replace(/_[0-9a-f]{8}(?==)/, other)))
        expect(status).toBe(401)
      }
    }
  })

  it('SESS-1 believes no header of a proxy that it was not told of', async () => {
    const { api, owner } = await newWorld()
    const json = { token: await linkFor(api, owner) }
    const headers = { 'x-forwarded-proto': 'https' }
    const { headers: answered } = await api.application.handle(
      plainRequest('POST', '/api/sign_in/link/', { json, headers }),
    )
    expect(answered['set-cookie']).toMatch(/^flagdeck_session_[0-9a-f]{8}=(?!.*Secure)/)
  })

  it('SESS-3 signs nobody in for a page of somebody else', async () => {
    const { api, owner } = await newWorld()
    const token = await linkFor(api, owner)
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }
    expect((await new Browser(api).post('/api/sign_in/link/', { token }, { headers })).status).toBe(403)
    expect((await new Caller(api).post('/api/sign_in/link/', { token })).status).toBe(200)
  })

  it('SESS-3 lets pages of other origins send no cookie to what takes it', async () => {
    const { api, owner, flags } = await newWorld()
    const { cookie = '' } = await signedIn(api, owner)
    const application = flagdeckApplication(api.deck.context, { allowedOrigins: ['*'] })
    const headers = { cookie, origin: 'https://evil.test' }
    for (const url of [flags, '/api/session/', '/flags/definitions', '/flags/definitions/stream']) {
      const answer = await application.handle(plainRequest('GET', url, { headers }))
      expect(answer.status, url).toBe(403)
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
    }
    const open = flagdeckRoutes.filter(({ endpoint }) => endpoint.cors === 'reflect')
    expect(open.map(({ endpoint }) => endpoint.auth)).not.toContain('personal_api_key')
  })

  it('SESS-3 reads definitions by the cookie on its own origin', async () => {
    const { api, owner, newFlag } = await newWorld()
    const { key } = await newFlag()
    const browser = await signedIn(api, owner)
    const feed = await browser.get('/flags/definitions')
    expect(feed.body).toMatchObject({ flags: [{ key }] })
  })

  it('SESS-8 ends with signing out, on the browser too', async () => {
    const { api, owner } = await newWorld()
    const browser = await signedIn(api, owner)
    const { cookie } = browser
    const answer = await browser.delete('/api/session/')
    expect(answer.status).toBe(204)
    expect(answer.headers['set-cookie']).toMatch(/^flagdeck_session_[0-9a-f]{8}=; Path=\/; Max-Age=0;/)
    browser.cookie = cookie
    expect((await browser.get('/api/session/')).status).toBe(401)
    expect((await owner.delete('/api/session/')).status).toBe(401)
  })

  it('PEOPLE-18 lists when members last used the console or the API', async () => {
    const { api, owner, member, organization } = await newWorld()
    const lastSeen = async () => {
      const members = resultsOf(await owner.get(`/api/organizations/${organization.id}/members/`))
      return members.find(({ user }) => (user as JsonObject)['uuid'] === member.user.uuid)?.['last_seen_at']
    }
    expect(await lastSeen()).toBe(null)
    const browser = await signedIn(api, member)
    expect(await lastSeen()).toBe('2026-01-01T12:00:00Z')
    later(api, 600_000)
    await browser.get('/api/session/')
    await expect.poll(lastSeen).toBe('2026-01-01T12:10:00Z')
    await browser.delete('/api/session/')
    expect(await lastSeen()).toBe('2026-01-01T12:10:00Z')
    later(api, 60_000)
    await member.get(`/api/organizations/${organization.id}/`)
    await expect.poll(lastSeen).toBe('2026-01-01T12:11:00Z')
  })

  it('SESS-8 lists sessions and ends one of them', async () => {
    const { api, owner, admin } = await newWorld()
    const [here, there] = [await signedIn(api, owner), new Browser(api)]
    const headers = { 'user-agent': 'Firefox \u0001\u00e9'.padEnd(500, 'x') }
    later(api, 1000)
    await there.post('/api/sign_in/link/', { token: await linkFor(api, owner) }, { headers })
    const list = JSON.parse((await here.get('/api/sessions/')).text ?? '')
    expect(list).toMatchObject([
      { method: 'link', browser: '', current: true },
      { method: 'link', browser: expect.stringMatching(/^Firefox x{1,200}$/), current: false },
    ])
    const [, { id }] = list
    expect((await (await signedIn(api, admin)).delete(`/api/sessions/${id}/`)).status).toBe(404)
    expect((await here.delete(`/api/sessions/${id}/`)).status).toBe(204)
    expect((await here.delete(`/api/sessions/${id}/`)).status).toBe(404)
    expect((await there.get('/api/session/')).status).toBe(401)
    expect((await here.get('/api/session/')).status).toBe(200)
  })

  it('SESS-8 ends the others with a new password, and links too', async () => {
    const { api, owner } = await newWorld()
    const [here, there, token] = [await signedIn(api, owner), await signedIn(api, owner), await linkFor(api, owner)]
    expect((await here.post('/api/session/password/', { password: PASSWORD })).status).toBe(204)
    expect((await there.get('/api/session/')).status).toBe(401)
    expect((await here.get('/api/session/')).status).toBe(200)
    expect((await new Browser(api).post('/api/sign_in/link/', { token })).status).toBe(404)
  })

  it('SESS-8 lets those who run the organization end the sessions of a member, up to their own level', async () => {
    const { api, owner, admin, member, colleague, organization } = await newWorld()
    const url = ({ user }: Person) => `/api/organizations/${organization.id}/members/${user.uuid}/sessions/`
    const sessions = [await signedIn(api, member), await signedIn(api, member)]
    const above = await signedIn(api, owner)
    expect((await colleague.delete(url(member))).status).toBe(403)
    expect((await admin.delete(url(owner))).status).toBe(403)
    expect((await admin.delete(url(member))).status).toBe(204)
    for (const browser of sessions) expect((await browser.get('/api/session/')).status).toBe(401)
    expect((await above.get('/api/session/')).status).toBe(200)
    const own = await signedIn(api, member)
    expect((await own.delete(url(member))).status).toBe(204)
    expect((await own.get('/api/session/')).status).toBe(401)
  })

  it('SESS-8 ends sessions and links of who is removed', async () => {
    const { api, owner, member, organization } = await newWorld()
    const [browser, token] = [await signedIn(api, member), await linkFor(api, member)]
    expect((await browser.get('/api/session/')).status).toBe(200)
    const removed = await owner.delete(`/api/organizations/${organization.id}/members/${member.user.uuid}/`)
    expect(removed.status).toBe(204)
    expect((await browser.get('/api/session/')).status).toBe(401)
    expect((await new Browser(api).post('/api/sign_in/link/', { token })).status).toBe(404)
  })

  it('SESS-8 makes nothing that outlives it by a session that another instance has ended', async () => {
    const { api, owner } = await newWorld()
    const browser = await signedIn(api, owner)
    expect((await browser.get('/api/session/')).status).toBe(200)
    // Directly in the store, so that this instance still uses its cached session for some seconds.
    await api.deck.context.store.write((tx) => tx.sessions.deleteOfUser(owner.user.id, null))
    expect((await browser.get('/api/users/@me/')).status).toBe(200)
    const key = await browser.post('/api/personal_api_keys/', { label: 'successor', scopes: ['*'] })
    expect(key.status).toBe(401)
    expect((await browser.post('/api/session/password/', { password: PASSWORD })).status).toBe(401)
  })

  it('SESS-9 asks for the current password, unless a link has just let them in', async () => {
    const { api, owner } = await newWorld()
    const browser = await signedIn(api, owner)
    const change = (body: JsonObject) => browser.post('/api/session/password/', body)
    for (const [password, code] of [
      ['', 'blank'],
      ['too short', 'min_length'],
      ['x'.repeat(1001), 'max_length'],
    ] as const) {
      expect((await change({ password })).body).toMatchObject({ attr: 'password', code })
    }
    expect((await change({ password: PASSWORD })).status).toBe(204)
    expect((await change({ password: 'forgotten it already' })).status).toBe(204)
    later(api, 30 * 60_000)
    const refused = { code: 'invalid_input', attr: 'current_password' }
    expect((await change({ password: PASSWORD })).body).toMatchObject(refused)
    expect((await change({ password: PASSWORD, current_password: PASSWORD })).body).toMatchObject(refused)
    expect((await change({ password: PASSWORD, current_password: 'forgotten it already' })).status).toBe(204)
    expect((await owner.post('/api/session/password/', { password: PASSWORD })).status).toBe(401)
  })

  it('SESS-10 signs in who accepts an invitation with a password', async () => {
    const { api, owner, anonymous, organization } = await newWorld()
    const target_email = `${crypto.randomUUID()}@invited.test`
    const invite = await owner.post(`/api/organizations/${organization.id}/invites/`, { target_email })
    const url = `/api/signup/${invite.body.token}/`
    const elsewhere = { 'sec-fetch-site': 'cross-site' }
    expect((await anonymous.post(url, { password: PASSWORD }, { headers: elsewhere })).status).toBe(403)
    const browser = new Browser(api)
    expect((await browser.post(url, { password: 'short' })).body).toMatchObject({ attr: 'password' })
    const joined = await browser.post(url, { password: PASSWORD, first_name: 'Grace' })
    expect(joined.status).toBe(201)
    expect(joined.body).toMatchObject({ organization: { id: organization.id }, personal_api_key: null })
    expect((await browser.get('/api/session/')).body).toMatchObject({ user: { email: target_email } })
    const again = await new Browser(api).post('/api/sign_in/', { email: target_email, password: PASSWORD })
    expect(again.status).toBe(200)
  })

  it('SESS-10 sets no password of somebody who is known already', async () => {
    const { api, owner, organization } = await newWorld()
    const { member: known } = await newWorld()
    const { email } = known.user
    const invited = await owner.post(`/api/organizations/${organization.id}/invites/`, { target_email: email })
    const accepted = await new Browser(api).post(`/api/signup/${invited.body.token}/`, { password: PASSWORD })
    expect(accepted.status).toBe(403)
    expect((await new Browser(api).post('/api/sign_in/', { email, password: PASSWORD })).status).toBe(401)
  })

  it('SESS-8 refuses a session that has ended wherever it was remembered: members, projects and tokens', async () => {
    const { api, owner, member, organization, project } = await newWorld()
    const browser = await signedIn(api, owner)
    // From here on the session is cached, as it would be on another instance.
    expect((await browser.get('/api/session/')).status).toBe(200)
    await api.deck.context.store.write((tx) => tx.sessions.deleteOfUser(owner.user.id, null))
    const answers = await Promise.all([
      browser.send('DELETE', `/api/organizations/${organization.id}/members/${member.user.uuid}/`),
      browser.send('POST', '/api/projects/', { json: { name: 'outlives it' } }),
      browser.send('PATCH', `/api/projects/${project.id}/rotate_secret_token/`),
    ])
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
  })

  it('SESS-11 is kept by no shared cache', async () => {
    const { api, owner, flags } = await newWorld()
    const browser = await signedIn(api, owner)
    expect((await browser.get(flags)).headers['cache-control']).toBe('private, no-cache')
    expect((await owner.get(flags)).headers).not.toHaveProperty('cache-control')
    expect((await browser.get('/api/session/')).headers['cache-control']).toBe('no-store')
  })

  it('SESS-5 says how people sign in, to whoever asks', async () => {
    const { api, owner, anonymous } = await newWorld()
    const { status, body } = await anonymous.get('/api/sign_in/')
    expect(status).toBe(200)
    const browser = await signedIn(api, owner)
    expect((await browser.get('/api/sign_in/')).body).toMatchObject({ signed_in: true })
    browser.cookie = `${await sessionCookieName(api.deck.context)}=phb_${'x'.repeat(43)}`
    expect((await browser.get('/api/sign_in/')).body).toMatchObject({ signed_in: false })
    expect(body).toEqual({ password: true, openid: null, first_start: expect.any(Boolean), signed_in: false })
  })
}
