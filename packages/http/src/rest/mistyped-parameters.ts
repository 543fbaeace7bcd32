import type { JsonObject, Violation } from '@flagdeck/core'
import { closestName } from '@flagdeck/core/operations'
import type { Endpoint } from './endpoint.ts'
import type { EndpointRequest } from './endpoint-request.ts'
import { HARMLESS_PARAMETERS } from './list-parameters.ts'
import { invalidRequest } from './request-error.ts'

const DRY_RUN = 'dry_run'
/** Longer names cannot be a typo of any parameter. */
const MAX_NAME_LENGTH = 40
/** The number of reported names. The rest is left out: no response repeats much of a query (HTTP-73). */
const MAX_REPORTED = 20
/** Queries with more parameters are refused, because comparing them would delay other requests. */
const MAX_COMPARED = 100

/**
 * Refuses query parameters of a write that are probably mistyped. A write without them does more than the client
 * expects: `dryrun=true` would write (HTTP-111).
 * @throws RequestError `invalid`, which names them and the parameters that were probably meant
 */
export function refuseMistypedParameters(endpoint: Endpoint, request: EndpointRequest): void {
  if (!mayWrite(endpoint) || !request.url.includes('?')) return
  const known = Object.keys(endpoint.query?.shape ?? {})
  const names = [...new Set(request.searchParams.keys())]
  if (names.length > MAX_COMPARED) throw invalidRequest([TOO_MANY])
  const [first, ...rest] = names
    .flatMap((name) => (known.includes(name) ? [] : (mistyped(name, known) ?? [])))
    .slice(0, MAX_REPORTED)
  if (first) throw invalidRequest([first, ...rest])
}

const DRY_RUN_FIELD = /^(is_?)?dry[_-]?run$/i

/**
 * Refuses `dry_run` in the body of a write that does not accept it there. Most bodies ignore unknown fields, and the
 * request would write (HTTP-111).
 * @throws RequestError `invalid`, which says where to send it, if anywhere
 */
export function refuseDryRunOfBody(endpoint: Endpoint, data: JsonObject): void {
  const name = Object.keys(data).find((each) => DRY_RUN_FIELD.test(each))
  if (name === undefined) return
  const inQuery = Object.hasOwn(endpoint.query?.shape ?? {}, DRY_RUN)
  const detail = inQuery ? `Send "${DRY_RUN}" as a query parameter: ?${DRY_RUN}=true.` : noDryRun(name)
  throw invalidRequest([{ attr: name, code: 'invalid_input', detail }])
}

const TOO_MANY: Violation = {
  attr: null,
  code: 'invalid_input',
  detail: `Send at most ${MAX_COMPARED} different query parameters.`,
}

/**
 * Whether a request could change something, so that a mistyped parameter is refused. Lists refuse every unknown one
 * (HTTP-100).
 */
export function mayWrite({ method, auth, list, scope }: Endpoint): boolean {
  if (method === 'GET' || list || (auth !== 'personal_api_key' && auth !== 'session')) return false
  return scope === undefined || ![scope].flat().every((each) => each?.endsWith(':read'))
}

function mistyped(name: string, known: readonly string[]): Violation | undefined {
  if (name.length > MAX_NAME_LENGTH || Object.hasOwn(HARMLESS_PARAMETERS, name)) return undefined
  const meant = nameMeant(name, known)
  if (meant === undefined) return undefined
  const detail = known.includes(meant)
    ? `This endpoint does not support the query parameter "${name}". Did you mean "${meant}"?`
    : noDryRun(name)
  return { attr: name, code: 'invalid_input', detail }
}

function noDryRun(name: string): string {
  return `This endpoint has no dry run, so it would write. To write, omit "${name}".`
}

function nameMeant(name: string, known: readonly string[]): string | undefined {
  const names = known.includes(DRY_RUN) ? known : [...known, DRY_RUN]
  const isPart = /^(dry|is_?dry)/i.test(name)
  return closestName(name, names, 'near miss') ?? (isPart ? DRY_RUN : undefined)
}
