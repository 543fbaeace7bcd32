import type { FlagService } from './flag-service.ts'
import type { ShopPage } from './shop-page.ts'

/**
 * Returns the requests of a page to a service, in order: `GET /array/…/config.js`, without varying times and tokens.
 */
export function askedOf({ projectToken, url }: FlagService, { requests }: ShopPage): readonly string[] {
  const own = requests.filter((request) => request.url().startsWith(`${url}/`))
  return own.map((request) => `${request.method()} ${request.url().slice(url.length).replace(projectToken, '{token}')}`)
}
