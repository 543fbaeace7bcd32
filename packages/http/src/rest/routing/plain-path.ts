/** Doubled slashes are one: people join URLs whose ends both have one. An encoded slash is data. */
export function singleSlashes(path: string): string {
  return path.includes('//') ? path.replace(/\/{2,}/g, '/') : path
}

/**
 * A base path however it was written: `/deck`, or nothing; in the letters that a request line has.
 * @throws Error when nothing could ever be asked for below it
 */
export function plainBasePath(basePath = ''): string {
  if (/[?#]|:\/\//.test(basePath)) {
    throw new Error(`The base path "${basePath}" must be only a path, such as /flags-api, without a host or query.`)
  }
  return new URL(singleSlashes(`/${basePath}/`), 'http://localhost').pathname.slice(0, -1)
}
