import type { Operation } from './document.ts'

/** The values of the form that tries an operation. */
export interface Attempt {
  readonly key: string
  /** By parameter name. */
  readonly values: Readonly<Record<string, string>>
  readonly body: string
}

export interface PreparedRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Returns the root of the API, three folders above this page, wherever it is mounted. */
export function apiRoot(page: string): string {
  return new URL('../../../', page).href.replace(/\/$/, '')
}

export function requestOf(root: string, operation: Operation, { key, values, body }: Attempt): PreparedRequest {
  const of = (where: string) => operation.parameters.filter((parameter) => parameter.in === where)
  const path = of('path').reduce(
    (text, { name }) => text.replace(`{${name}}`, encodeURIComponent(values[name] ?? '')),
    operation.path,
  )
  const given = of('query').flatMap(({ name }) => (values[name] ? [[name, values[name]]] : []))
  const query = new URLSearchParams(given).toString()
  const headers = of('header').flatMap(({ name }) => (values[name] ? [[name, values[name]]] : []))
  return {
    url: `${root}${path}${query && `?${query}`}`,
    method: operation.method,
    headers: {
      ...(key && { Authorization: `Bearer ${key}` }),
      ...(body && { 'Content-Type': 'application/json' }),
      ...Object.fromEntries(headers),
    },
    ...(body && { body }),
  }
}

/** Returns the same request as a curl command. It does not contain the key, because shells store their history. */
export function curlOf({ url, method, headers, body }: PreparedRequest): string {
  const shown = Object.entries(headers).map(([name, value]) =>
    name === 'Authorization' ? `-H "Authorization: Bearer $KEY"` : `-H ${quoted(`${name}: ${value}`)}`,
  )
  return ['curl', `-X ${method}`, quoted(url), ...shown, ...(body === undefined ? [] : [`-d ${quoted(body)}`])].join(
    ' ',
  )
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
