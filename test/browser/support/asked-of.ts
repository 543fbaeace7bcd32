import type { FlagService } from './flag-service.ts'
import type { ShopPage } from './shop-page.ts'

/** What a page asked a service for, in order: `GET /array/…/config.js`, without what times and tokens make of it. */
export function askedOf({ projectToken, url }: FlagService, { requests }: ShopPage): readonly string[] {
  const own = requests.filter((request) => request.url().startsWith(`${url}/`))
  return own.map((request) => `${request.method()} ${request.url().slice(url.length).replace(projectToken, '{token}')}`)
}
