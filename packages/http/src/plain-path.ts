/** Doubled slashes are one: people join URLs whose ends both have one. An encoded slash is data. */
export function singleSlashes(path: string): string {
  return path.includes('//') ? path.replace(/\/{2,}/g, '/') : path
}

/** A base path however it was written: `/deck`, or nothing. */
export function plainBasePath(basePath = ''): string {
  return singleSlashes(`/${basePath}/`).slice(0, -1)
}
