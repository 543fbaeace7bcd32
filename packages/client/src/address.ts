type Values = Readonly<Record<string, unknown>>

/** Where the API is, without slashes at the end: prefixes stay, a query does not. */
export function rootOf(host: string): string {
  const base = globalThis.location?.href
  const url = URL.canParse(host, base) ? new URL(host, base) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw new TypeError('The host begins with http:// or https://.')
  return url.origin + url.pathname.replace(/\/+$/, '')
}

/**
 * A path with its parameters, each of them one segment whatever is in it.
 * @throws TypeError for what no address can say, and would lead to another endpoint: nothing, `.` and `..`
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

/** A value that is missing is left out; a list is said once for each. */
export function searchOf(query: Values = {}): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat()) if (each !== undefined) search.append(name, String(each))
  }
  return search
}
