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
  /** What the operator is told. */
  readonly told: readonly Error[]
  /** Why people were not let in, as the operator is told. */
  readonly refused: readonly sessions.OpenIdRefusal[]
}

type Options = Omit<FlagdeckApplicationOptions, 'openId'> &
  Pick<OpenIdSignIn, 'newcomers'> &
  Pick<OpenIdProviderOptions, 'trustsUnmarkedEmail'>

/** A world whose people may sign in at a provider. */
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

/** A browser that has left for the provider, and where it is led there. */
export async function leave(api: ApiUnderTest, url = START): Promise<{ browser: Browser; location: string }> {
  const browser = new Browser(api)
  const { headers } = await browser.get(url)
  return { browser, location: headers.location ?? '' }
}

/** Comes back from the provider, whose pages are of another site. */
export function comeBack(browser: Browser, url: string): Promise<ApiResponse> {
  const { pathname, search } = new URL(url)
  return browser.get(`${pathname}${search}`, { headers: { 'sec-fetch-site': 'cross-site' } })
}

/** All of the way: a browser, and the answer that it came back to. */
export async function signInAtProvider({ api, provider }: OpenIdWorld, claims: JsonObject) {
  const { browser, location } = await leave(api)
  return { browser, answer: await comeBack(browser, provider.approve(location, claims)) }
}

/** The word that the sign-in page is led to with; none for who was let in. */
export function wordIn({ headers }: ApiResponse): string | undefined {
  return /^\.\.\/\.\.\/(?:\.\.\/)?(?:\.\.\/)?console\/#\/\?refused=(\w+)$/.exec(headers.location ?? '')?.[1]
}
