import { expect, it } from 'vitest'
import { Browser, linkFor, signedIn } from '../support/browser.ts'
import { Caller } from '../support/caller.ts'
import type { NewWorld } from '../support/world.ts'

const DAY_MS = 86_400_000
const PASSWORD = 'correct horse battery'

/** Who is signed in to the console: docs/behaviour/sessions.md. */
export function sessions(newWorld: NewWorld): void {
  it('SESS-1 lets a browser act as its user by a cookie', async () => {
    const { api, owner, organization, project, flags } = await newWorld()
    const browser = new Browser(api)
    const answer = await browser.post('/api/sign_in/link/', { token: await linkFor(api, owner) })
    expect(answer.status).toBe(200)
    expect(answer.headers['set-cookie']).toMatch(
      /^flagdeck_session=[\w-]{43,}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax$/,
    )
    expect(answer.headers['cache-control']).toBe('no-store')
    const session = await browser.get('/api/session/')
    expect(session.body).toEqual(answer.body)
    expect(session.body).toMatchObject({
      user: { id: owner.user.id, email: owner.user.email },
      organizations: [{ id: organization.id, name: organization.name, level: 15 }],
      session: { expires_at: '2026-01-15T12:00:00Z' },
    })
    const [{ projects }] = session.body.organizations as [{ projects: unknown[] }] // its schema was checked
    expect(projects).toContainEqual(expect.objectContaining({ id: project.id, api_token: project.apiToken }))
    const created = await browser.post(flags, { key: 'by-cookie' })
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({ created_by: { id: owner.user.id } })
  })

  it('SESS-1 answers 401 to who is not signed in, and the session to a key', async () => {
    const { api, owner, anonymous } = await newWorld()
    expect((await anonymous.get('/api/session/')).body).toMatchObject({ code: 'not_authenticated' })
    const stranger = new Browser(api)
    stranger.cookie = `flagdeck_session=phb_${'x'.repeat(43)}`
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
      detail: 'This sign-in link was used already: ask for another.',
    })
    expect((await new Browser(api).get('/api/session/')).status).toBe(401)
  })

  it('SESS-2 takes it for thirty minutes', async () => {
    const { api, owner } = await newWorld()
    const [early, late] = [await linkFor(api, owner), await linkFor(api, owner)]
    const sign = (token: string) => new Browser(api).post('/api/sign_in/link/', { token })
    api.clock.advance(30 * 60_000 - 1)
    expect((await sign(early)).status).toBe(200)
    api.clock.advance(1)
    expect((await sign(late)).body).toMatchObject({ detail: 'This sign-in link has expired: ask for another.' })
    expect((await sign('phl_none')).status).toBe(404)
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

  it('SESS-5 slows guesses, and locks nobody out for good', async () => {
    const { api, owner } = await newWorld()
    await (await signedIn(api, owner)).post('/api/session/password/', { password: PASSWORD })
    const sign = (password: string, remoteAddress: string) =>
      new Browser(api).post('/api/sign_in/', { email: owner.user.email, password }, { remoteAddress })
    for (let n = 0; n < 10; n++) expect((await sign('a wrong guess', `10.0.0.${n}`)).status).toBe(401)
    const refused = await sign(PASSWORD, '10.0.1.1')
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('300')
    const byLink = await new Browser(api).post('/api/sign_in/link/', { token: await linkFor(api, owner) })
    expect(byLink.status).toBe(200)
    api.clock.advance(5 * 60_000)
    expect((await sign(PASSWORD, '10.0.1.1')).status).toBe(200)
  })

  it('SESS-7 keeps a session for fourteen days from its last use', async () => {
    const { api, owner } = await newWorld()
    const browser = await signedIn(api, owner)
    const unused = await signedIn(api, owner)
    const expiry = async () => {
      // An instance remembers it for some seconds.
      api.deck.context.grants.clear()
      const { session } = (await browser.get('/api/session/')).body as { session: { expires_at: string } } // its schema was checked
      return Date.parse(session.expires_at)
    }
    const before = await expiry()
    api.clock.advance(13 * DAY_MS)
    await expect.poll(expiry).toBe(before + 13 * DAY_MS)
    api.clock.advance(DAY_MS)
    api.deck.context.grants.clear()
    expect((await unused.get('/api/session/')).status).toBe(401)
    expect((await browser.get('/api/session/')).status).toBe(200)
  })
}
