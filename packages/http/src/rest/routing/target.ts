import { pathParamsOf } from './path-params.ts'
import type { Route } from './route.ts'
import type { PathEntry, Router } from './router.ts'

/** The target of a request line, found before authentication. */
export type Target<Context> =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'preflight'; readonly entry: PathEntry<Context> }
  | { readonly kind: 'wrong_method'; readonly entry: PathEntry<Context> }
  | {
      readonly kind: 'route'
      readonly entry: PathEntry<Context>
      readonly route: Route<Context>
      readonly pathParams: Readonly<Record<string, string>>
    }

const UNKNOWN = { kind: 'unknown' } as const

/** Finds the route of a request line. HEAD uses the route of GET. */
export function findTarget<Context>(router: Router<Context>, method: string, url: string): Target<Context> {
  const match = router.find(url)
  if (match === undefined) return UNKNOWN
  const { entry, values } = match
  if (method === 'OPTIONS') return { kind: 'preflight', entry }
  const route = entry.methods.get(method === 'HEAD' ? 'GET' : method)
  if (route === undefined) return { kind: 'wrong_method', entry }
  const pathParams = pathParamsOf(route.endpoint, values)
  return pathParams === undefined ? UNKNOWN : { kind: 'route', entry, route, pathParams }
}
