import { sessions } from '@flagdeck/core/operations'
import { sessionCookieName } from '../../src/api/access/session-cookie.ts'
import type { PlainRequestOptions } from '../../src/rest/plain-request.ts'
import type { ApiResponse } from './api-response.ts'
import type { ApiUnderTest } from './api-under-test.ts'
import { Caller } from './caller.ts'
import type { Person } from './world.ts'

type SendOptions = NonNullable<Parameters<Caller['send']>[2]>

let browsers = 0

/** Calls the API like a page of the console: with its cookie and origin. */
export class Browser extends Caller {
  cookie: string | undefined
  /** A unique address, because attempts to sign in are counted by address. */
  readonly #remoteAddress = `browser-${++browsers}`

  override async send(method: string, url: string, options: SendOptions = {}): Promise<ApiResponse> {
    const answer = await super.send(method, url, {
      remoteAddress: this.#remoteAddress,
      ...options,
      headers: this.#headers(options),
    })
    const set = answer.headers['set-cookie']
    if (set !== undefined) this.cookie = set.split(';', 1)[0]
    return answer
  }

  #headers({ headers }: PlainRequestOptions): Record<string, string> {
    const cookie = this.cookie === undefined ? {} : { cookie: this.cookie }
    return { 'sec-fetch-site': 'same-origin', ...cookie, ...headers }
  }
}

/** The token of a new sign-in link for a user. */
export async function linkFor({ deck }: ApiUnderTest, { user }: Pick<Person, 'user'>): Promise<string> {
  return (await sessions.createSignInLink(deck.context, user)).token
}

/** A browser in which a user is signed in. There may be more of them than the API lets sign in at the same time. */
export async function signedIn(api: ApiUnderTest, person: Pick<Person, 'user'>): Promise<Browser> {
  const browser = new Browser(api)
  const { value } = await sessions.signInByLink(
    api.deck.context,
    { token: await linkFor(api, person) },
    { browser: '' },
  )
  browser.cookie = `${await sessionCookieName(api.deck.context)}=${value}`
  return browser
}
