import type { Violation } from '@flagdeck/core'
import type { Endpoint } from './endpoint.ts'
import type { EndpointRequest } from './endpoint-request.ts'
import { invalidRequest } from './request-error.ts'

/**
 * The parameters that every list accepts in addition to its declared ones. None of them affects which items the list
 * contains (HTTP-101).
 */
export const HARMLESS_PARAMETERS: Readonly<Record<string, string>> = {
  format: 'Answers are JSON: `json` says so, and every other value is refused.',
  _: 'HTTP clients add a number or a time there, so that caches do not answer.',
  basic: 'Asks for shorter items. Items are whole.',
  is_simplified: 'Asks for shorter items. Items are whole.',
  refresh: 'Says how to compute the results of insights, which items of lists do not have.',
  personal_api_key: 'A credential (HTTP-63).',
  token: 'Names the project (HTTP-64).',
  api_key: 'Names the project (HTTP-64).',
}

/** Longer names are shortened in errors: no response repeats much of a query (HTTP-73). */
const MAX_TOLD_LENGTH = 50
const MAX_TOLD = 20

/** How an endpoint treats a query parameter. */
export type ParameterUse = 'honoured' | 'harmless' | 'rejected'

/** Returns how a list treats a query parameter. */
export function parameterUse({ query }: Pick<Endpoint, 'query'>, name: string): ParameterUse {
  if (query && Object.hasOwn(query.shape, name)) return 'honoured'
  return Object.hasOwn(HARMLESS_PARAMETERS, name) ? 'harmless' : 'rejected'
}

/**
 * Refuses parameters that a list does not know.
 * @throws RequestError `invalid`, which names them and the parameters of the list
 */
export function refuseUnknownParameters(endpoint: Endpoint, request: EndpointRequest): void {
  if (!endpoint.list || !request.url.includes('?')) return
  const names = new Set(request.searchParams.keys())
  const unknown = [...names].filter((name) => parameterUse(endpoint, name) === 'rejected')
  const [first, ...rest] = [
    ...unknown.slice(0, MAX_TOLD).map((name, index) => unknownParameter(endpoint, name, index === 0)),
    ...formatViolations(endpoint, request),
  ]
  if (first) throw invalidRequest([first, ...rest])
}

/** Only the first error names the parameters of the list: repeating them would make the response long (HTTP-73). */
function unknownParameter({ query }: Endpoint, name: string, isFirst: boolean): Violation {
  const known = Object.keys(query?.shape ?? {})
  const told = name.length > MAX_TOLD_LENGTH ? `${name.slice(0, MAX_TOLD_LENGTH)}…` : name
  const choice = known.length > 0 ? ` Supported: ${known.join(', ')}.` : ' It supports none.'
  return {
    attr: told,
    code: 'invalid_input',
    detail: `This list does not support the query parameter "${told}".${isFirst ? choice : ''}`,
  }
}

function formatViolations({ query }: Endpoint, { searchParams }: EndpointRequest): readonly Violation[] {
  const format = searchParams.getAll('format').at(-1)
  if (format === undefined || format === 'json' || (query && Object.hasOwn(query.shape, 'format'))) return []
  return [{ attr: 'format', code: 'invalid_choice', detail: 'The only format is json.' }]
}
