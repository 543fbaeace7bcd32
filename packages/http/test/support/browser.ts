import { sessions } from '@flagdeck/core/operations'
import { sessionCookieName } from '../../src/api/access/session-cookie.ts'
import type { PlainRequestOptions } from '../../src/rest/plain-request.ts'
import type { ApiResponse } from './api-response.ts'
import type { ApiUnderTest } from './api-under-test.ts'
import { Caller } from './caller.ts'
import type { Person } from './world.ts'

type SendOptions = NonNullable<Parameters<Caller['send']>[2]>

let browsers = 0

/** Calls the API as a page of the console does: by cookie, and saying where it comes from. */
export class Browser extends Caller {
  cookie: string | undefined
  /** One of its own: attempts to sign in are counted by it. */
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

/** The token of a new sign-in link of somebody. */
export async function linkFor({ deck }: ApiUnderTest, { user }: Pick<Person, 'user'>): Promise<string> {
  return (await sessions.createSignInLink(deck.context, user)).token
}

/** A browser in which somebody is signed in; there may be any number, which the API would not let sign in at once. */
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
