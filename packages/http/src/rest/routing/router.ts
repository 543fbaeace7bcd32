import { addRoute, createRouter, findRoute } from 'rou3'
import type { Endpoint } from '../endpoint.ts'
import { fillPath, pathParamNames } from './path-template.ts'
import { plainBasePath, singleSlashes } from './plain-path.ts'
import type { Route } from './route.ts'

/** One path of the API, with its routes by method. */
export interface PathEntry<Context> {
  readonly methods: ReadonlyMap<string, Route<Context>>
  /** One of the path's endpoints, for responses that belong to none of them. */
  readonly endpoint: Endpoint
  /** For the `Allow` header: without methods that are declared only to be refused. */
  readonly allow: string
}

/** A path that was found, with the text of its parameters in order, still percent-encoded. */
export interface PathMatch<Context> {
  readonly entry: PathEntry<Context>
  readonly values: readonly string[]
}

/** Path prefixes that are aliases of others, if something follows them: `/api/environments` for `/api/projects`. */
export type PathAliases = Readonly<Record<string, string>>

export interface RouterOptions {
  /** The path where the API is mounted; every path is below it. */
  readonly basePath?: string | undefined
  readonly aliases?: PathAliases | undefined
}

export interface Router<Context> {
  /** Finds the path of a raw request URL, with or without the trailing slash. */
  find(url: string): PathMatch<Context> | undefined
}

/**
 * Routes on the path as received, with doubled slashes joined. Nothing else is resolved or decoded before matching, so
 * `..` and its encoded forms are ordinary text. A literal segment takes precedence over a parameter, whatever the
 * method.
 * @throws Error when two routes share method and path
 */
export function createPathRouter<Context>(
  routes: readonly Route<Context>[],
  { basePath, aliases = {} }: RouterOptions = {},
): Router<Context> {
  const router = createRouter<PathEntry<Context>>()
  for (const [pattern, entry] of pathEntries(routes)) {
    for (const name of [pattern, ...aliasesOf(pattern, aliases)]) addRoute(router, '', name, entry)
  }
  const prefix = plainBasePath(basePath)
  return {
    find(url) {
      const path = rawPath(url, prefix)
      const found = path === undefined ? undefined : findRoute(router, '', path)
      return found && { entry: found.data, values: found.params === undefined ? [] : Object.values(found.params) }
    },
  }
}

function pathEntries<Context>(routes: readonly Route<Context>[]): Map<string, PathEntry<Context>> {
  const grouped = Map.groupBy(routes, ({ endpoint }) => patternOf(endpoint))
  // A group has at least the route that created it.
  return new Map([...grouped].map(([pattern, group]) => [pattern, pathEntry(group as [Route<Context>])]))
}

function aliasesOf(pattern: string, aliases: PathAliases): readonly string[] {
  const found = Object.entries(aliases).filter(([, path]) => pattern.startsWith(`${path}/`))
  return found.map(([alias, path]) => alias + pattern.slice(path.length))
}

// Names are positional, so that paths which differ only in parameter names are the same path.
function patternOf({ path, restOfPath = false }: Endpoint): string {
  const names = pathParamNames(path)
  const takesRest = (at: number) => restOfPath && at === names.length - 1
  const placeOf = (at: number) => `${takesRest(at) ? '**' : ''}:p${at}`
  return fillPath(path, (name) => placeOf(names.indexOf(name))).replace(/\/$/, '') || '/'
}

function pathEntry<Context>(routes: readonly [Route<Context>, ...Route<Context>[]]): PathEntry<Context> {
  const [{ endpoint }] = routes
  const methods = new Map(routes.map((route) => [route.endpoint.method as string, route]))
  if (methods.size !== routes.length) throw new Error(`two endpoints share a method and the path ${endpoint.path}`)
  return { methods, endpoint, allow: allowedMethods(routes) }
}

function allowedMethods<Context>(routes: readonly Route<Context>[]): string {
  const methods = routes.filter(({ endpoint }) => endpoint.status !== 405).map(({ endpoint }) => endpoint.method)
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
}

function rawPath(url: string, prefix: string): string | undefined {
  const mark = url.indexOf('?')
  const path = singleSlashes(mark < 0 ? url : url.slice(0, mark))
  if (!path.startsWith('/')) return undefined
  if (prefix === '') return path
  if (!path.startsWith(prefix)) return undefined
  return path.length === prefix.length ? '/' : path[prefix.length] === '/' ? path.slice(prefix.length) : undefined
}
