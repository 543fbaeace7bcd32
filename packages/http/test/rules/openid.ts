import type { JsonObject } from '@flagdeck/core'
import { people } from '@flagdeck/core/operations'
import { expect, it } from 'vitest'
import { Browser, signedIn } from '../support/browser.ts'
import {
  comeBack,
  leave,
  type OpenIdWorld,
  openIdWorld,
  START,
  signInAtProvider,
  wordIn,
} from '../support/openid-world.ts'
import type { SigningProvider } from '../support/signing-provider.ts'
import type { NewWorld } from '../support/world.ts'

const CONSOLE = '../../../../console/'

/** A provider's claims about a user. */
function claimsOf(email: string, fields: JsonObject = {}): JsonObject {
  return { sub: `subject of ${email}`, email, email_verified: true, given_name: 'Ada', ...fields }
}

/** Signing in at a provider: docs/behaviour/sessions.md. */
export function openId(newWorld: NewWorld): void {
  const open = (options?: Parameters<typeof openIdWorld>[1]) => openIdWorld(newWorld, options)

  it('SESS-21 signs a member in by the code that the provider gives', async () => {
    const world = await open()
    const { browser, location } = await leave(world.api)
    const asked = Object.fromEntries(new URL(location).searchParams)
    expect(location.startsWith(`${world.provider.issuer}/authorize?`)).toBe(true)
    expect(asked).toEqual({
      client_id: 'flagdeck',
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: 'http://localhost/api/sign_in/openid/callback/',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\da-f]{64}$/),
      nonce: expect.stringMatching(/^[\da-f]{64}$/),
    })
    const { email } = world.member.user
    const answer = await comeBack(browser, world.provider.approve(location, claimsOf(email)))
    expect(answer).toMatchObject({ status: 302, headers: { location: CONSOLE, 'cache-control': 'no-store' } })
    expect(answer.headers['set-cookie']).toMatch(
      /^flagdeck_session_[0-9a-f]{8}=phb_[\w-]{43,}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax$/,
    )
    expect((await browser.get('/api/session/')).body).toMatchObject({ user: { email } })
    expect((await browser.get('/api/sessions/')).text).toContain('"method":"openid"')
  })

  it('SESS-21 keeps an attempt in the place of the session, for ten minutes and from all others', async () => {
    const { api } = await open()
    const first = await new Browser(api).get(START)
    expect(first.headers['set-cookie']).toMatch(
      /^flagdeck_session_[0-9a-f]{8}=pho_[\w-]{43,}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
    )
    const second = await new Browser(api).get(START)
    expect(stateIn(second.headers.location)).not.toBe(stateIn(first.headers.location))
    const { browser } = await leave(api)
    expect((await browser.get('/api/session/')).status).toBe(401)
    expect((await browser.get('/api/sign_in/')).body).toMatchObject({ signed_in: false })
  })

  it.each([
    ['https://flags.test', '', 'https://flags.test/api/sign_in/openid/callback/'],
    ['https://acme.test/flags', '', 'https://acme.test/flags/api/sign_in/openid/callback/'],
    ['https://acme.test/flags', '/deck', 'https://acme.test/flags/deck/api/sign_in/openid/callback/'],
  ])('SESS-21 comes back to %s behind %s', async (publicUrl, basePath, redirectUri) => {
    const world = await open({ publicUrl, basePath })
    const { browser, location } = await leave(world.api, `${basePath}${START}`)
    expect(new URL(location).searchParams.get('redirect_uri')).toBe(redirectUri)
    const prefix = publicUrl.endsWith('flags.test') ? '__Host-' : '__Secure-'
    expect(browser.cookie).toMatch(new RegExp(`^${prefix}flagdeck_session_[0-9a-f]{8}=pho_`))
    const back = new URL(world.provider.approve(location, claimsOf(world.owner.user.email)))
    // The proxy removes its prefix.
    const answer = await comeBack(browser, back.href.replace('acme.test/flags', 'acme.test'))
    expect(answer.headers.location).toBe(CONSOLE)
    const path = `${new URL(publicUrl).pathname.slice(1)}${basePath}`
    expect(answer.headers['set-cookie']).toMatch(
      new RegExp(`^${prefix}flagdeck_session_[0-9a-f]{8}=phb_\\w+; Path=/${path}; .*; Secure$`),
    )
    expect((await browser.get(`${basePath}/api/session/`)).status).toBe(200)
  })

  it('SESS-22 refuses who comes without an attempt, before the provider is asked', async () => {
    const { api, provider, owner } = await open()
    const { location } = await leave(api)
    const url = provider.approve(location, claimsOf(owner.user.email))
    const stranger = await comeBack(new Browser(api), url)
    expect(wordIn(stranger)).toBe('expired')
    expect(stranger.headers).not.toHaveProperty('set-cookie')
    expect(wordIn(await comeBack(new Browser(api), `http://localhost${START}callback/`))).toBe('expired')
    expect(provider.codesBrought()).toBe(0)
  })

  it('SESS-22 signs nobody in by the link of somebody else, and leaves them what they have', async () => {
    const { api, provider, member, owner } = await open()
    const attacker = await leave(api)
    const link = provider.approve(attacker.location, claimsOf(member.user.email))
    const victim = await signedIn(api, owner)
    expect(wordIn(await comeBack(victim, link))).toBe('expired')
    expect((await victim.get('/api/session/')).body).toMatchObject({ user: { email: owner.user.email } })
    const { browser: leaving, location } = await leave(api)
    expect(wordIn(await comeBack(leaving, link))).toBe('expired')
    // The browser's own attempt can still be completed.
    expect((await comeBack(leaving, provider.approve(location, claimsOf(owner.user.email)))).headers.location).toBe(
      CONSOLE,
    )
    expect((await leaving.get('/api/session/')).body).toMatchObject({ user: { email: owner.user.email } })
  })

  it('SESS-22 takes a stolen code to nobody else: it is of the attempt that asked for it', async () => {
    const { api, provider, owner } = await open()
    const victim = await leave(api)
    const code = new URL(provider.approve(victim.location, claimsOf(owner.user.email))).searchParams.get('code') ?? ''
    const { browser, location } = await leave(api)
    const forged = new URLSearchParams({ code, state: stateIn(location) ?? '' })
    expect(wordIn(await comeBack(browser, `http://localhost${START}callback/?${forged}`))).toBe('expired')
    expect((await browser.get('/api/session/')).status).toBe(401)
  })

  it('SESS-22 takes an answer once, whatever the provider would take', async () => {
    const { api, provider, owner } = await open()
    provider.isCareless = true
    const { browser, location } = await leave(api)
    const url = provider.approve(location, claimsOf(owner.user.email))
    expect((await comeBack(browser, url)).headers.location).toBe(CONSOLE)
    const session = browser.cookie
    expect(wordIn(await comeBack(browser, url))).toBe('expired')
    expect(browser.cookie).toBe(session)
    await browser.delete('/api/session/')
    expect(wordIn(await comeBack(browser, url))).toBe('expired')
    expect(provider.codesBrought()).toBe(1)
  })

  it('SESS-22 begins nothing for a page of somebody else, and leads who is signed in to the console', async () => {
    const { api, owner } = await open()
    const browser = new Browser(api)
    const lured = await browser.get(START, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(wordIn(lured)).toBe('other_page')
    expect(browser.cookie).toBeUndefined()
    const inside = await signedIn(api, owner)
    const answer = await inside.get(START)
    expect(answer.headers.location).toBe('../../../console/')
    expect((await inside.get('/api/session/')).status).toBe(200)
  })

  it.each<[string, (provider: SigningProvider) => SigningProvider['lie']]>([
    ['another client', () => ({ claims: { aud: 'another' } })],
    ['several, and given to another', () => ({ claims: { aud: ['flagdeck', 'another'], azp: 'another' } })],
    ['several, without saying to whom', () => ({ claims: { aud: ['flagdeck', 'another'] } })],
    ['nobody', () => ({ claims: { aud: undefined } })],
  ])('SESS-23 does not take an ID token for %s', (_, lie) => refuses(open, lie))

  it.each<[string, (provider: SigningProvider) => SigningProvider['lie']]>([
    ['is about another attempt', () => ({ claims: { nonce: 'another' } })],
    ['is about no attempt', () => ({ claims: { nonce: undefined } })],
    ['is of another provider', () => ({ claims: { iss: 'https://evil.test' } })],
    ['is over', () => ({ claims: { exp: Math.floor(Date.now() / 1000) - 61 } })],
    ['never ends', () => ({ claims: { exp: undefined } })],
    ['has no subject', () => ({ claims: { sub: undefined } })],
    ['is signed by somebody else', () => ({ key: 'other' })],
    ['is signed by a key that nobody knows', () => ({ key: 'other', header: { kid: 'two' } })],
    ['is signed by nobody', () => ({ key: 'none' })],
    ['is not there', () => ({ noToken: true })],
  ])('SESS-23 does not take an ID token that %s', (_, lie) => refuses(open, lie))

  it('SESS-23 takes one that is a little late', async () => {
    const world = await open()
    world.provider.lie = { claims: { exp: Math.floor(Date.now() / 1000) - 30 } }
    const { answer } = await signInAtProvider(world, claimsOf(world.owner.user.email))
    expect(answer.headers.location).toBe(CONSOLE)
  })

  it('SESS-23 asks for the address where the token has none, and about nobody else', async () => {
    const world = await open()
    const { email } = world.owner.user
    const sub = 'short'
    world.provider.userInfo = { ...claimsOf(email), sub: 'another' }
    expect(wordIn((await signInAtProvider(world, { sub })).answer)).toBe('provider_answer')
    world.provider.userInfo = claimsOf(email, { sub, email_verified: false })
    expect(wordIn((await signInAtProvider(world, { sub })).answer)).toBe('unverified')
    world.provider.userInfo = claimsOf(email, { sub })
    const { browser, answer } = await signInAtProvider(world, { sub })
    expect(answer.headers.location).toBe(CONSOLE)
    expect((await browser.get('/api/session/')).body).toMatchObject({ user: { email } })
  })

  it.each([false, 'true', 1, null, undefined])(
    'SESS-23 lets nobody in as the owner by an address with email_verified %s',
    async (said) => {
      const world = await open({ newcomers: null })
      const { email } = world.owner.user
      const { email_verified: _, ...claims } = claimsOf(email)
      world.provider.lie = { claims: { email_verified: said } }
      const { browser, answer } = await signInAtProvider(world, claims)
      expect(wordIn(answer)).toBe('unverified')
      expect(answer.headers['set-cookie']).toMatch(/^flagdeck_session_[0-9a-f]{8}=; Path=\/; Max-Age=0/)
      expect((await browser.get('/api/session/')).status).toBe(401)
    },
  )

  it('SESS-28 lets somebody in by an address of which a trusted provider says nothing', async () => {
    const world = await open({ newcomers: null, trustsUnmarkedEmail: true })
    const { email } = world.owner.user
    const { email_verified: _, ...claims } = claimsOf(email)
    world.provider.userInfo = claims
    const { browser, answer } = await signInAtProvider(world, claims)
    expect(answer.headers.location).toBe(CONSOLE)
    expect((await browser.get('/api/session/')).body).toMatchObject({ user: { email } })
  })

  it.each([false, 'false', 'true', 0, null])(
    'SESS-28 lets nobody in by an address with email_verified %s, however trusted the provider is',
    async (said) => {
      const world = await open({ newcomers: null, trustsUnmarkedEmail: true })
      world.provider.lie = { claims: { email_verified: said } }
      const { answer } = await signInAtProvider(world, claimsOf(world.owner.user.email))
      expect(wordIn(answer)).toBe('unverified')
    },
  )

  it('SESS-28 asks a trusted provider elsewhere too for what it says of an address', async () => {
    const world = await open({ newcomers: null, trustsUnmarkedEmail: true })
    const { email } = world.owner.user
    const claims = { sub: 'ada', email }
    for (const said of [{ email, email_verified: false }, { email_verified: false }]) {
      world.provider.userInfo = { sub: 'ada', ...said }
      expect(wordIn((await signInAtProvider(world, claims)).answer)).toBe('unverified')
    }
    world.provider.userInfo = { sub: 'ada', email: 'another@elsewhere.test' }
    const { browser } = await signInAtProvider(world, claims)
    expect((await browser.get('/api/session/')).body).toMatchObject({ user: { email } })
  })

  it('SESS-16 knows an account again by its subject, and an address in other letters', async () => {
    const world = await open()
    const { email, uuid } = world.owner.user
    const first = await signInAtProvider(world, claimsOf(email.toUpperCase(), { sub: 'ada' }))
    expect((await first.browser.get('/api/session/')).body).toMatchObject({ user: { uuid } })
    const moved = await signInAtProvider(world, { sub: 'ada', email: 'moved@elsewhere.test', email_verified: false })
    expect((await moved.browser.get('/api/session/')).body).toMatchObject({ user: { uuid, email } })
  })

  it('SESS-16 takes no second account with the same address', async () => {
    const world = await open()
    const { email } = world.owner.user
    await signInAtProvider(world, claimsOf(email, { sub: 'one' }))
    const { answer } = await signInAtProvider(world, claimsOf(email, { sub: 'two' }))
    expect(wordIn(answer)).toBe('other_account')
  })

  it('SESS-18 makes a member of the domain that is allowed, and of no other', async () => {
    const domain = `${crypto.randomUUID()}.test`
    const world = await open({ newcomers: { domains: [domain], level: people.MEMBERSHIP_LEVELS.member } })
    const { browser, answer } = await signInAtProvider(world, claimsOf(`new@${domain}`))
    expect(answer.headers.location).toBe(CONSOLE)
    expect((await browser.get('/api/session/')).body).toMatchObject({ organizations: [{ level: 1 }] })
    expect(wordIn((await signInAtProvider(world, claimsOf(`new@sub.${domain}`))).answer)).toBe('no_member')
    const unverified = claimsOf(`other@${domain}`, { email_verified: false })
    expect(wordIn((await signInAtProvider(world, unverified)).answer)).toBe('unverified')
  })

  it('SESS-19 does not let back in who was removed', async () => {
    const world = await open()
    const { member, owner, organization, provider } = world
    const domain = member.user.email.split('@')[1] ?? ''
    const { browser, answer } = await signInAtProvider(world, claimsOf(member.user.email))
    expect(answer.headers.location).toBe(CONSOLE)
    await owner.delete(`/api/organizations/${organization.id}/members/${member.user.uuid}/`)
    expect((await browser.get('/api/session/')).status).toBe(401)
    expect(wordIn((await signInAtProvider(world, claimsOf(member.user.email))).answer)).toBe('no_member')
    const allowing = await open({ newcomers: { domains: [domain], level: people.MEMBERSHIP_LEVELS.member } })
    expect(wordIn((await signInAtProvider(allowing, claimsOf(member.user.email))).answer)).toBe('no_member')
    expect(provider.codesBrought()).toBe(2)
  })

  it('SESS-24 leads to the console alone, whatever was asked for', async () => {
    const { api, provider, owner } = await open()
    const evil = 'next=https://evil.test&return_to=//evil.test&redirect_uri=https://evil.test/'
    const { browser, location } = await leave(api, `${START}?${evil}`)
    expect(new URL(location).searchParams.getAll('redirect_uri')).toEqual([
      'http://localhost/api/sign_in/openid/callback/',
    ])
    const url = provider.approve(location, claimsOf(owner.user.email))
    const answer = await comeBack(browser, `${url}&${evil}`)
    expect(answer.headers.location).toBe(CONSOLE)
    const other = await leave(api)
    const state = stateIn(other.location)
    const error = 'error=%3Cscript%3E&error_description=https://evil.test'
    const failed = await comeBack(other.browser, `http://localhost${START}callback/?state=${state}&${error}&${evil}`)
    expect(wordIn(failed)).toBe('provider_answer')
    expect(failed.text).toBeNull()
  })

  it('SESS-24 is led by where the request was sent, with or without the last slash', async () => {
    const { api } = await open()
    const from = async (url: string) => {
      const { headers } = await new Browser(api).get(url, { headers: { 'sec-fetch-site': 'cross-site' } })
      return new URL(headers.location ?? '', `http://localhost${url}`).href
    }
    for (const path of [START, START.slice(0, -1)]) {
      expect(await from(path)).toBe('http://localhost/console/#/?refused=other_page')
    }
    for (const path of [`${START}callback/`, `${START}callback`]) {
      expect(await from(path)).toBe('http://localhost/console/#/?refused=expired')
    }
  })

  it('SESS-25 goes on without a provider that is away, and asks it again the next time', async () => {
    const world = await open()
    const { api, provider, owner, told } = world
    provider.isAway = true
    expect(wordIn(await new Browser(api).get(START))).toBe('provider_away')
    expect((await new Browser(api).get('/api/sign_in/')).body).toMatchObject({
      password: true,
      openid: { url: START.slice(1) },
    })
    expect((await (await signedIn(api, owner)).get('/api/session/')).status).toBe(200)
    provider.isAway = false
    const { browser, location } = await leave(api)
    const url = provider.approve(location, claimsOf(owner.user.email))
    provider.isBroken = true
    expect(wordIn(await comeBack(browser, url))).toBe('provider_away')
    provider.isBroken = false
    expect((await signInAtProvider(world, claimsOf(owner.user.email))).answer.headers.location).toBe(CONSOLE)
    expect(told.map(({ message }) => message)).toEqual([expect.stringContaining('fetch failed'), expect.any(String)])
  })

  it('SESS-25 tells why, without tokens and without what is said of people', async () => {
    const world = await open()
    world.provider.lie = { claims: { aud: 'another' } }
    await signInAtProvider(world, claimsOf(world.owner.user.email))
    const [error] = world.told
    expect(error?.message).toMatch(/JWT|claim/)
    const said = JSON.stringify([error?.message, error?.stack, Object.entries(error ?? {}), error?.cause ?? ''])
    for (const secret of [world.owner.user.email, 'eyJ', 'opaque', 'a secret']) expect(said).not.toContain(secret)
  })

  it('SESS-25 tells why somebody was not let in who has signed in at the provider', async () => {
    const world = await open()
    await signInAtProvider(world, claimsOf(world.owner.user.email, { email_verified: false }))
    await signInAtProvider(world, claimsOf('stranger@elsewhere.test'))
    await signInAtProvider(world, claimsOf(world.owner.user.email))
    expect(world.refused).toEqual(['unverified', 'no_member'])
  })

  it('SESS-25 tells a person who has changed their mind from a provider that fails', async () => {
    const { api, told } = await open()
    const { browser, location } = await leave(api)
    const url = `http://localhost${START}callback/?error=access_denied&state=${stateIn(location)}`
    expect(wordIn(await comeBack(browser, url))).toBe('cancelled')
    expect(told).toEqual([])
  })

  it('SESS-26 counts who comes back, by their address', async () => {
    const { api, provider } = await open()
    const { browser, location } = await leave(api)
    const state = stateIn(location)
    const words = []
    for (let attempt = 0; attempt < 61; attempt++) {
      const { cookie } = browser
      words.push(wordIn(await comeBack(browser, `http://localhost${START}callback/?code=guess&state=${state}`)))
      browser.cookie = cookie
    }
    expect(words).toEqual([...Array.from({ length: 60 }, () => 'expired'), 'throttled'])
    expect(provider.codesBrought()).toBe(60)
  })

  it('SESS-27 says which provider there is, and is not there without one', async () => {
    const { api, provider } = await open()
    const { body } = await new Browser(api).get('/api/sign_in/')
    expect(body).toMatchObject({ openid: { name: new URL(provider.issuer).host, url: START.slice(1) } })
    const without = new Browser((await newWorld()).api)
    for (const path of [START, `${START}callback/`]) expect((await without.get(path)).status).toBe(404)
  })
}

async function refuses(
  open: () => Promise<OpenIdWorld>,
  lie: (provider: SigningProvider) => SigningProvider['lie'],
): Promise<void> {
  const world = await open()
  world.provider.lie = lie(world.provider)
  const { browser, answer } = await signInAtProvider(world, claimsOf(world.owner.user.email))
  expect(wordIn(answer)).toBe('provider_answer')
  expect((await browser.get('/api/session/')).status).toBe(401)
}

function stateIn(location: string | undefined): string | null {
  return new URL(location ?? '').searchParams.get('state')
}
