import type { Endpoint } from '../endpoint.ts'

/**
 * The parameters of a path by name, percent-decoded once. Undefined when one is not valid percent-encoded UTF-8 or
 * contains a NUL: no name contains one, and some databases refuse it. A last parameter that takes the rest of the path
 * stays undecoded in this case.
 */
export function pathParamsOf(
  { pathParams: names, restOfPath = false }: Endpoint,
  values: readonly string[],
): Readonly<Record<string, string>> | undefined {
  const params: Record<string, string> = {}
  for (const [index, name] of names.entries()) {
    const sent = values[index] ?? ''
    const value = decode(sent) ?? (restOfPath && index === names.length - 1 ? sent : undefined)
    if (value === undefined) return undefined
    params[name] = value
  }
  return params
}

function decode(value: string): string | undefined {
  if (!value.includes('%')) return value
  try {
    const decoded = decodeURIComponent(value)
    return decoded.includes('\0') ? undefined : decoded
  } catch {
    return undefined
  }
}
