type Values = Readonly<Record<string, unknown>>

/** The URL of the API without trailing slashes. A path prefix is kept, a query is removed. */
export function rootOf(host: string): string {
  const base = globalThis.location?.href
  const url = URL.canParse(host, base) ? new URL(host, base) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw new TypeError('The host begins with http:// or https://.')
  return url.origin + url.pathname.replace(/\/+$/, '')
}

/**
 * The path with its parameters filled in. Each value is encoded as a single segment.
 * @throws TypeError for an empty value, `.` and `..`: URLs cannot contain them as a segment, and the request would
 * reach another endpoint
 */
export function filledPath(path: string, params: Values): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === null) throw new TypeError(`The path parameter "${name}" is missing.`)
    const text = String(value)
    if (/^\.{0,2}$/.test(text)) throw new TypeError(`"${text}" cannot be the path parameter ${name}.`)
    return encodeURIComponent(text)
  })
}

/** The query string. Missing values are left out; a list repeats its parameter. */
export function searchOf(query: Values = {}): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat()) if (each !== undefined) search.append(name, String(each))
  }
  return search
}
