import type { JsonObject } from '@flagdeck/core'
import type { sessions } from '@flagdeck/core/operations'
import { type OpenIdProviderOptions, openIdProvider } from '@flagdeck/openid'
import { onTestFinished } from 'vitest'
import type { OpenIdSignIn } from '../../src/api/access/openid-provider.ts'
import { type FlagdeckApplicationOptions, flagdeckApplication } from '../../src/api/flagdeck-application.ts'
import type { Endpoint } from '../../src/rest/endpoint.ts'
import type { ApiResponse } from './api-response.ts'
import type { ApiUnderTest } from './api-under-test.ts'
import { Browser } from './browser.ts'
import { CLIENT, type SigningProvider, startSigningProvider } from './signing-provider.ts'
import type { NewWorld, World } from './world.ts'

export const START = '/api/sign_in/openid/'

export interface OpenIdWorld extends World {
  readonly provider: SigningProvider
  /** The errors that are reported to the operator. */
  readonly told: readonly Error[]
  /** The reasons for refusals that are reported to the operator. */
  readonly refused: readonly sessions.OpenIdRefusal[]
}

type Options = Omit<FlagdeckApplicationOptions, 'openId'> &
  Pick<OpenIdSignIn, 'newcomers'> &
  Pick<OpenIdProviderOptions, 'trustsUnmarkedEmail'>

/** A world whose users may sign in at a provider. */
export async function openIdWorld(
  newWorld: NewWorld,
  { newcomers = null, trustsUnmarkedEmail = false, ...options }: Options = {},
): Promise<OpenIdWorld> {
  const [world, signing] = await Promise.all([newWorld(), startSigningProvider()])
  onTestFinished(() => signing.close())
  const told: Error[] = []
  const refused: sessions.OpenIdRefusal[] = []
  const onRefusal = (refusal: sessions.OpenIdRefusal) => void refused.push(refusal)
  const { issuer } = signing
  const onError = (error: Error) => void told.push(error)
  const provider = openIdProvider({ ...CLIENT, issuer, timeoutMs: 1000, trustsUnmarkedEmail, onError })
  return {
    ...world,
    api: withOpenId(world.api, { ...options, openId: { provider, newcomers, onRefusal } }),
    provider: signing,
    told,
    refused,
  }
}

/** The same deck behind an application with a provider. */
function withOpenId(api: ApiUnderTest, options: FlagdeckApplicationOptions): ApiUnderTest {
  const answeredBy = new Map<string, Endpoint | null>()
  const application = flagdeckApplication(api.deck.context, {
    rateLimit: 'off',
    ...options,
    onResponse: ({ requestId, endpoint }) => void answeredBy.set(requestId, endpoint),
  })
  return { ...api, application, endpointOf: (requestId) => answeredBy.get(requestId) }
}

/** Starts signing in. Returns the browser and the provider's URL to which it is redirected. */
export async function leave(api: ApiUnderTest, url = START): Promise<{ browser: Browser; location: string }> {
  const browser = new Browser(api)
  const { headers } = await browser.get(url)
  return { browser, location: headers.location ?? '' }
}

/** Returns from the provider, whose pages belong to another site. */
export function comeBack(browser: Browser, url: string): Promise<ApiResponse> {
  const { pathname, search } = new URL(url)
  return browser.get(`${pathname}${search}`, { headers: { 'sec-fetch-site': 'cross-site' } })
}

/** The whole sign-in: returns the browser and its last response. */
export async function signInAtProvider({ api, provider }: OpenIdWorld, claims: JsonObject) {
  const { browser, location } = await leave(api)
  return { browser, answer: await comeBack(browser, provider.approve(location, claims)) }
}

/** The reason in the redirect to the sign-in page; none after a successful sign-in. */
export function wordIn({ headers }: ApiResponse): string | undefined {
  return /^\.\.\/\.\.\/(?:\.\.\/)?(?:\.\.\/)?console\/#\/\?refused=(\w+)$/.exec(headers.location ?? '')?.[1]
}
