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
    throw new Error(`The base path "${basePath}" has to be a path alone, such as /flags-api: no host, no query.`)
  }
  return new URL(singleSlashes(`/${basePath}/`), 'http://localhost').pathname.slice(0, -1)
}
