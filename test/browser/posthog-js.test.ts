import type { Decision, EmbeddedFlags } from '@flagdeck/core'
import type { Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { startValidatingProxy } from '../../packages/http/test/support/validating-proxy.ts'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { askedOf } from './support/asked-of.ts'
import { type BrowserSession, startBrowserSession } from './support/browser-session.ts'
import { embeddedFlags } from './support/embedded-flags.ts'
import { startCountingService, startDamageableService, startFlagService } from './support/flag-service.ts'
import { SAMPLE_FLAGS, USERS } from './support/sample-flags.ts'
import { answerTo, captures, isBeacon, type SdkConfig, type ShopPage, sentText, startSdk } from './support/shop-page.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED posthog-js in a browser: ${chromium.missing}`)
else describe('posthog-js 1.434.18 in Chromium', () => declare(chromium))

function declare(launch: ChromiumLaunch): void {
  let session: BrowserSession
  let embedded: EmbeddedFlags

  beforeAll(async () => {
    session = await startBrowserSession(launch)
    embedded = await embeddedFlags(SAMPLE_FLAGS)
    for (const flag of SAMPLE_FLAGS) await session.service.createFlag(flag)
  })
  afterEach(() => session.closePages())
  // Undefined if the start failed.
  afterAll(() => session?.close())

  it.each(['/tag', '/module'])(
    'BROWSER-1 starts from the configuration script, and asks for flags (%s)',
    async (path) => {
      const shop = await session.visit({ path, distinctId: 'user-1' })
      expect(askedOf(session.service, shop)).toEqual(
        expect.arrayContaining(['GET /array/{token}/config.js', 'POST /flags/?v=2']),
      )
      expect(askedOf(session.service, shop)).not.toContain('GET /array/{token}/config')
      expect(await shop.page.evaluate(() => window.posthog.get_property('$autocapture_disabled_server_side'))).toBe(
        true,
      )
      expect(await shop.page.evaluate(() => window.posthog.isFeatureEnabled('half'))).toBe(
        embedded.isEnabled('half', { distinctId: 'user-1' }),
      )
    },
  )

  it('BROWSER-2 starts from the configuration document where a page refuses scripts of others', async () => {
    const shop = await session.visit({
      path: '/own-scripts-only',
      expectedProblem: /config\.js.*Content Security Policy/,
    })
    expect(askedOf(session.service, shop)).toEqual(
      expect.arrayContaining(['GET /array/{token}/config', 'POST /flags/?v=2']),
    )
    expect(await shop.page.evaluate(() => window.posthog.get_property('$autocapture_disabled_server_side'))).toBe(true)
  })

  it('HTTP-87 works through a validating proxy', async () => {
    const proxy = await startValidatingProxy(session.service.url)
    onTestFinished(() => proxy.close())
    // Prism does not parse compressed bodies.
    const config = { disable_compression: true }
    const service = { ...session.service, url: proxy.url }
    const shop = await session.visit({ distinctId: 'user-1', service, config })
    expect(await shop.page.evaluate(() => window.posthog.isFeatureEnabled('half'))).toBe(
      embedded.isEnabled('half', { distinctId: 'user-1' }),
    )
    await shop.page.evaluate(() => window.posthog.capture('read', {}, { send_instantly: true }))
    expect((await answerTo(shop, captures('read'))).status()).toBe(200)
  })

  it('BROWSER-3 is given no reason to load any script but its configuration', async () => {
    const shop = await session.visit()
    await shop.page.evaluate(() => window.posthog.capture('read', {}, { send_instantly: true }))
    await answerTo(shop, captures('read'))
    const scripts = shop.requests.filter((request) => request.resourceType() === 'script')
    expect(scripts.map((request) => new URL(request.url()).pathname)).toEqual([
      '/array.js',
      '/shop.js',
      `/array/${session.service.projectToken}/config.js`,
    ])
  })

  it.each(['/tag', '/oldest'])(
    'BROWSER-13 lets people turn on what is open to them, and is told that there are no surveys (%s)',
    async (path) => {
      const key = `early${path.slice(1)}`
      const filters = { groups: [{ rollout_percentage: 0 }], feature_enrollment: true }
      const early_access = { name: 'Try it', stage: 'beta', created_at: '2026-01-01T00:00:00Z' }
      await session.service.createFlag({ key, filters, early_access })
      const { page } = await session.visit({ path, distinctId: `eve-${key}` })
      const open = await page.evaluate(
        () =>
          new Promise<string[]>((resolve) =>
            window.posthog.getEarlyAccessFeatures(
              (features) => resolve(features.map(({ flagKey, name }) => `${flagKey}: ${name}`)),
              true,
            ),
          ),
      )
      expect(open).toContain(`${key}: Try it`)
      expect(await page.evaluate((flag) => window.posthog.isFeatureEnabled(flag), key)).toBe(false)
      await page.evaluate((flag) => window.posthog.updateEarlyAccessFeatureEnrollment(flag, true), key)
      await page.waitForFunction((flag) => window.posthog.isFeatureEnabled(flag), key)
      await page.reload()
      await startSdk({ page }, { token: session.service.projectToken, apiHost: session.service.url })
      expect(await page.evaluate((flag) => window.posthog.isFeatureEnabled(flag), key)).toBe(true)
      const url = `${session.service.url}/api/surveys/?token=${session.service.projectToken}`
      expect(await page.evaluate(async (address) => (await fetch(address)).json(), url)).toEqual({
        surveys: [],
        survey_config: null,
      })
    },
  )

  it.each(['static/array.js', 'array/{token}/array.js'])(
    'BROWSER-14 starts from the service’s own script, /%s',
    async (path) => {
      const { page } = await session.visit({ distinctId: 'user-1' })
      const { projectToken: token, url } = session.service
      const isOn = await page.evaluate(
        ({ token, url, src }) =>
          new Promise((resolve, reject) => {
            // The placeholder that the script replaces when it is loaded.
            const options = { api_host: url, persistence: 'memory', bootstrap: { distinctID: 'user-1' } }
            const stub = Object.assign([], {
              _i: [[token, options, 'posthog']],
              __SV: 1,
              people: [],
              toString: () => 'stub',
            })
            Object.assign(window, { posthog: stub })
            const script = document.createElement('script')
            script.src = src
            script.onerror = () => reject(new Error(`${src} was not loaded`))
            script.onload = () => window.posthog.onFeatureFlags(() => resolve(window.posthog.isFeatureEnabled('half')))
            document.head.append(script)
          }),
        { token, url, src: `${url}/${path.replace('{token}', token)}` },
      )
      expect(isOn).toBe(embedded.isEnabled('half', { distinctId: 'user-1' }))
    },
  )

  it('BROWSER-4 hears for every user what the embedded evaluator answers', async () => {
    const { page } = await session.visit()
    const { projectToken: token, url } = session.service
    const answers = await page.evaluate(
      ({ token, url, users }) =>
        Promise.all(
          users.map(async ({ distinctId, plan }) => {
            const config = { api_host: url, bootstrap: { distinctID: distinctId }, persistence: 'memory' } as const
            const sdk = window.posthog.init(token, config, distinctId)
            await new Promise<void>((resolve) => sdk.onFeatureFlags(() => resolve()))
            await window.flagsAfter(() => sdk.setPersonPropertiesForFlags({ plan }), sdk)
            return ['half', 'banner', 'pro-only'].map((key) => ({
              key,
              enabled: sdk.isFeatureEnabled(key),
              value: sdk.getFeatureFlag(key),
              payload: sdk.getFeatureFlagPayload(key) ?? null,
            }))
          }),
        ),
      { token, url, users: USERS },
    )
    const decisions = USERS.map(({ distinctId, plan }) => {
      const subject = { distinctId, properties: { plan } }
      return ['half', 'banner', 'pro-only'].map((key) => inBrowser(embedded.evaluate(key, subject)))
    })
    expect(answers).toEqual(decisions)
    // They include every possible result.
    const told = new Set(answers.flat().map(({ key, value }) => `${key}=${value}`))
    expect([...told].sort()).toEqual(
      ['banner=blue', 'banner=false', 'banner=green', 'banner=red', 'half=false', 'half=true', 'pro-only=false', 'pro-only=true'], // biome-ignore format: one line
    )
  })

  it('BROWSER-5 keeps the answer of a flag with experience continuity when somebody logs in, on later visits too', async () => {
    const keys = ['continued', 'plain']
    const probe = await embeddedFlags(keys.map((key) => ({ key, filters: HALF })))
    const userWith = (enabled: boolean): string => {
      const isWanted = (distinctId: string) => keys.every((key) => probe.isEnabled(key, { distinctId }) === enabled)
      return ids.find(isWanted) ?? expect.fail('no such user among so many')
    }
    const isOut = (distinctId: string) => !keys.some((key) => probe.isEnabled(key, { distinctId }))
    const ids = Array.from({ length: 100 }, (_, index) => `visitor-${index}`)
    await session.service.createFlag({ key: 'continued', filters: HALF, ensure_experience_continuity: true })
    await session.service.createFlag({ key: 'plain', filters: HALF })

    const [visitor, user] = [userWith(true), userWith(false)]
    const shop = await session.visit({ distinctId: visitor })
    const both = ({ page }: ShopPage) =>
      page.evaluate(() => ['continued', 'plain'].map((key) => window.posthog.isFeatureEnabled(key)))
    expect(await both(shop)).toEqual([true, true])
    await shop.page.evaluate((user) => window.flagsAfter(() => window.posthog.identify(user)), user)
    expect(await both(shop)).toEqual([true, false])

    const flagQuestions = () => shop.requests.filter((request) => request.url().includes('/flags/?v=2'))
    const askedBefore = flagQuestions().length
    await shop.page.reload()
    const { projectToken: token, url: apiHost } = session.service
    await startSdk(shop, { token, apiHost })
    expect(await shop.page.evaluate(() => window.posthog.get_distinct_id())).toBe(user)
    expect(await both(shop)).toEqual([true, false])
    // The page no longer sends the anonymous id, so the service must have stored it.
    const later = flagQuestions().slice(askedBefore).map(sentText)
    expect(later.length).toBeGreaterThan(0)
    for (const question of later) expect(question).not.toContain('$anon_distinct_id')

    const elsewhere = await session.visit({ distinctId: user })
    expect(await both(elsewhere)).toEqual([true, false])
    await elsewhere.page.evaluate(() => window.flagsAfter(() => window.posthog.reloadFeatureFlags()))
    expect(await both(elsewhere)).toEqual([true, false])
    const stranger = await session.visit({ distinctId: ids.find((id) => id !== user && isOut(id)) ?? '' })
    expect(await both(stranger)).toEqual([false, false])
  })

  it('BROWSER-6 sees a changed flag when it asks again', async () => {
    const id = await session.service.createFlag({ key: 'changing', filters: { groups: [{ rollout_percentage: 0 }] } })
    const { page } = await session.visit()
    const answer = () => page.evaluate(() => window.posthog.isFeatureEnabled('changing'))
    expect(await answer()).toBe(false)
    await session.service.changeFlag(id, { filters: { groups: [{ rollout_percentage: 100 }] } })
    await page.evaluate(() => window.flagsAfter(() => window.posthog.reloadFeatureFlags()))
    expect(await answer()).toBe(true)
  })

  it('BROWSER-7 keeps what it knows of a flag that cannot be evaluated, and takes what is new of the others', async () => {
    const service = await startDamageableService()
    onTestFinished(() => service.close())
    const everybody = { groups: [{ rollout_percentage: 100 }] }
    const damaged = await service.createFlag({ key: 'damaged', filters: everybody })
    const sound = await service.createFlag({ key: 'sound', filters: everybody })
    const { page } = await session.visit({ service })
    const answers = () => page.evaluate(() => ['damaged', 'sound'].map((key) => window.posthog.isFeatureEnabled(key)))
    expect(await answers()).toEqual([true, true])

    await service.damageFlag(damaged, { groups: [{ properties: 5 }] })
    await service.changeFlag(sound, { filters: { groups: [{ rollout_percentage: 0 }] } })
    const answered = page.waitForResponse(`${service.url}/flags/?v=2`)
    await page.evaluate(() => window.flagsAfter(() => window.posthog.reloadFeatureFlags()))
    expect(await (await answered).json()).toMatchObject({
      errorsWhileComputingFlags: true,
      flags: { damaged: { enabled: false, failed: true }, sound: { enabled: false } },
    })
    expect(await answers()).toEqual([true, false])
  })

  it.each<[string, CaptureCase]>([
    ['gzip that claims to be plain text', { contentType: 'text/plain' }],
    ['gzip by XMLHttpRequest', { config: { api_transport: 'XHR' }, contentType: 'text/plain' }],
    ['JSON', { config: { disable_compression: true }, contentType: 'application/json', asksFirst: true }],
    [
      'headers of its own',
      { config: { request_headers: { 'X-Shop': 'north' } }, contentType: 'text/plain', asksFirst: true },
    ],
  ])(
    'BROWSER-8 captures events and answers for flags: %s',
    async (_name, { config = {}, contentType, asksFirst = false }) => {
      const shop = await session.visit({ config: { capture_pageview: false, ...config } })
      await shop.page.evaluate(() => window.posthog.capture('bought', { note: 'größer 💶' }, { send_instantly: true }))
      const answer = await answerTo(shop, captures('bought'))
      expect(await answer.json()).toEqual({ status: 'Ok' })
      expect(answer.status()).toBe(200)
      expect(answer.request().headers()['content-type']).toContain(contentType)
      expect(sentText(answer.request())).toContain('größer 💶')
      expect([...shop.preflights].sort()).toEqual(
        expect.arrayContaining(asksFirst ? ['OPTIONS /e/', 'OPTIONS /flags/'] : []),
      )
      expect(shop.preflights.length > 0).toBe(asksFirst)
    },
  )

  it('BROWSER-9 captures events that come as beacons, which only a token that is read out of them lets in', async () => {
    const shop = await session.visit({ config: { capture_pageview: false, disable_compression: true } })
    await shop.page.evaluate(() =>
      window.posthog.capture('bought', {}, { send_instantly: true, transport: 'sendBeacon' }),
    )
    const answer = await answerTo(shop, isBeacon)
    expect(answer.request().headers()['content-type']).toBe('application/x-www-form-urlencoded')
    expect(answer.status()).toBe(200)
  })

  it('BROWSER-10 captures what a page still had to say when it is left', async () => {
    const service = await startFlagService()
    onTestFinished(() => service.close())
    const shop = await session.visit({ service, config: { capture_pageview: false } })
    await shop.page.evaluate(() => window.posthog.capture('left'))
    expect(await service.answered('/e/')).toEqual({})
    await shop.page.goto(new URL('/elsewhere', shop.page.url()).href)
    // Once the page is closed, only the service knows what it sent.
    await expect.poll(() => service.answered('/e/'), { timeout: 10_000 }).toEqual({ '200': 1 })
  })

  it('BROWSER-11 counts which flags were asked, and knows who was identified and grouped', async () => {
    const service = await startCountingService()
    onTestFinished(() => service.close())
    await service.addGroupType('company')
    await service.createFlag({ key: 'shown', filters: { groups: [{ rollout_percentage: 100 }] } })
    await service.createFlag({ key: 'hidden', filters: { groups: [{ rollout_percentage: 0 }] } })
    const shop = await session.visit({ service, distinctId: 'visitor', config: { capture_pageview: false } })
    const ask = () =>
      shop.page.evaluate(() => {
        for (const key of ['shown', 'hidden', 'shown', 'unknown']) window.posthog.isFeatureEnabled(key)
      })
    await ask()
    await shop.page.evaluate(() =>
      window.flagsAfter(() => window.posthog.identify('ada', { plan: 'pro' }, { first: 'spring' })),
    )
    await ask()
    await shop.page.evaluate(() => window.posthog.group('company', 'acme', { seats: 7 }))
    await shop.page.evaluate(() => window.posthog.capture('done', {}, { send_instantly: true }))
    for (const event of ['$identify', '$groupidentify', 'done']) {
      expect(await (await answerTo(shop, captures(event))).json()).toEqual({ status: 'Ok' })
    }
    const sent = shop.requests.flatMap(flagCallsIn)
    await session.closePages()

    const { counted, ada, acme } = await service.closeAndRead(async (tx) => ({
      counted: await tx.usageCounts.sum(1, { ...ALL_DAYS, by: ['flagKey', 'variant', 'sdk', 'source'] }),
      ada: (await tx.persons.find(1, 'ada'))?.properties,
      acme: (await tx.groups.find(1, 0, 'acme'))?.properties,
    }))
    const row = (flagKey: string, variant: string) => {
      const count = sent.filter((call) => call === `${flagKey}=${variant}`).length
      expect(count).toBeGreaterThan(0)
      return { flagKey, variant, sdk: 'web', source: 'sdk_remote', count, errors: 0 }
    }
    expect(counted).toEqual([row('hidden', 'false'), row('shown', 'true')])
    expect(ada).toMatchObject({ plan: 'pro', first: 'spring' })
    expect(acme).toEqual({ seats: 7 })
  })

  it('BROWSER-12 is seen on the usage dashboard of a flag: its calls, and one user however often the flag is asked', async () => {
    const service = await startCountingService()
    onTestFinished(() => service.close())
    const flagId = await service.createFlag({ key: 'shown', filters: { groups: [{ rollout_percentage: 100 }] } })
    expect((await service.usageTiles(flagId)).flatMap(({ result }) => result)).toEqual([])
    const shop = await session.visit({ service, distinctId: 'visitor', config: { capture_pageview: false } })
    await shop.page.evaluate(() => window.flagsAfter(() => window.posthog.identify('ada', { plan: 'pro' })))
    await shop.page.evaluate(() => {
      for (let time = 0; time < 3; time++) window.posthog.isFeatureEnabled('shown')
    })
    await answerTo(shop, captures('$feature_flag_called'))
    await session.closePages()
    const calls = shop.requests.flatMap(flagCallsIn).filter((call) => call === 'shown=true').length
    expect(calls).toBeGreaterThan(0)
    const [volume, users] = await service.usageTiles(flagId)
    expect(volume?.result).toMatchObject([{ breakdown_value: 'true', count: calls }])
    expect(users?.result).toMatchObject([{ breakdown_value: 'true', aggregated_value: 1 }])
  })
}

const ALL_DAYS = { period: 'day', from: '2000-01-01', until: '3000-01-01', measure: 'exposures' } as const

/** Returns the flag calls in a request, as `flag=response`. */
function flagCallsIn(request: Request): string[] {
  if (!new URL(request.url()).pathname.startsWith('/e')) return []
  const { batch = [] }: { batch?: { event: string; properties: Record<string, unknown> }[] } = JSON.parse(
    sentText(request),
  )
  return batch
    .filter(({ event }) => event === '$feature_flag_called')
    .map(({ properties }) => `${properties.$feature_flag}=${properties.$feature_flag_response}`)
}

const HALF = { groups: [{ rollout_percentage: 50 }] }

interface CaptureCase {
  readonly config?: SdkConfig
  readonly contentType: string
  /** Whether the browser sends a preflight request first. */
  readonly asksFirst?: boolean
}

/** Returns a decision in the format of posthog-js. */
function inBrowser({ key, enabled, variant, payload }: Decision) {
  return { key, enabled, value: variant ?? enabled, payload: payload === null ? null : JSON.parse(payload) }
}
