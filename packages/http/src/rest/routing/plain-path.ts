/** Joins doubled slashes: clients concatenate URLs that end and start with a slash. An encoded slash is data. */
export function singleSlashes(path: string): string {
  return path.includes('//') ? path.replace(/\/{2,}/g, '/') : path
}

/**
 * Normalizes a base path: `/deck` or empty, with the characters of a request line.
 * @throws Error when no request could match a path below it
 */
export function plainBasePath(basePath = ''): string {
  if (/[?#]|:\/\//.test(basePath)) {
    throw new Error(`The base path "${basePath}" must be only a path, such as /flags-api, without a host or query.`)
  }
  return new URL(singleSlashes(`/${basePath}/`), 'http://localhost').pathname.slice(0, -1)
}
