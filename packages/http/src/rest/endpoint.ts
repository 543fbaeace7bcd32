/**
 * How endpoints are written.
 *
 * ```ts
 * // endpoints/: what the wire sees
 * export const retrieveFlag = endpoint({
 *   method: 'GET',
 *   path: '/api/projects/{project_id}/feature_flags/{id}/',   // as OpenAPI writes paths; clients may leave the last slash out
 *   operationId: 'feature_flags_retrieve',
 *   summary: 'Retrieve feature flag',
 *   tag: 'feature_flags',
 *   auth: 'personal_api_key',                                // or another of AUTH_KINDS
 *   scope: 'feature_flag:read',                              // or a list of which one suffices; null: any key
 *   params: z.object({ project_id: projectId(), id: integerId() }), // without it every parameter is a string
 *   query: z.object({ … }),                                  // without it `input.query` is undefined
 *   list: true,                                              // of a list: parameters that `query` does not name are refused
 *   body: z.object({ … }),                                   // or 'raw'; without it no body is read
 *   maxBodyBytes: 2 * 1024 * 1024,
 *   status: 200,                                             // 204 when there is no output
 *   output: flagSchema,
 *   errors: ['conflict'],                                    // beyond those that follow from the rest
 *   cors: 'origins',                                         // or 'reflect' for SDK endpoints
 *   idempotencyKey: true,                                    // of a POST that writes once: it may be sent again
 * })
 *
 * // handlers/: once, the context that authentication makes. When Context is a union with an `auth` member, each
 * // handler sees the member whose `auth` is that of its endpoint.
 * export const handle = handleWith<Context>()
 *
 * // handlers/: one each
 * export const retrieveFlagRoute = handle(retrieveFlag, async ({ context, params, query, body, request }) =>
 *   flagBody(await getFlag(context, params.id)),
 * )
 * // or: reply(output, { status, headers }), or replyRaw(bytesOrTextOrNull, { status, headers })
 *
 * // all together
 * const application = createApplication<Context>({ routes, authenticate: async (request, endpoint) => context })
 * const response = await application.handle(plainRequest('GET', '/api/projects/1/feature_flags/7/'))
 * ```
 *
 * `request` (also what `authenticate` gets) is an `EndpointRequest`: `method`, `url`, `headers`, `pathParams`
 * (decoded text), `searchParams`, `requestId`, `remoteAddress`, `readBody()` (bytes), `readData()` (parsed object).
 * Handlers and `authenticate` throw DomainError; `problem.ts` answers it.
 */
import type { Scope } from '@flagdeck/core/store'
import type * as z from 'zod'
import { type AuthKind, TAKES_COOKIE } from './auth-kind.ts'
import type { HttpMethod } from './http-method.ts'
import type { PlainResponse } from './plain-response.ts'
import type { Problem, ProblemKind } from './problem.ts'
import type { ResponseHeader } from './response-headers.ts'
import { type PathParam, type PathTemplate, pathParamNames } from './routing/path-template.ts'

/** What the answer to an error may tell of the request; see `EndpointRequest`. */
export interface ProblemRequest {
  readonly pathParams: Readonly<Record<string, string>>
}

/** Everything about one endpoint, said once. */
export interface EndpointDeclaration {
  readonly method: HttpMethod
  readonly path: PathTemplate
  /** Unique; the name of the operation in the OpenAPI document. */
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tag: string
  readonly auth: AuthKind
  /** What a personal API key must be allowed; with a list one of them suffices; null or missing: any key will do. */
  readonly scope?: Scope | readonly [Scope, ...Scope[]] | null
  /** Its keys are the path's placeholders. A value it refuses answers 404. */
  readonly params?: z.ZodObject
  /**
   * Whether the last parameter takes the rest of the path, slashes and what is no percent-encoding included, for clients
   * that send it as it is.
   */
  readonly restOfPath?: boolean
  /**
   * Gets the last value of every parameter as text, or all of them as a list where the field's schema is an array.
   * Leniency is the schema's own business.
   */
  readonly query?: z.ZodObject
  /**
   * Whether it answers a list. A query parameter that the schema does not name is then refused, because it may be a filter
   * that the client counts on (HTTP-100).
   */
  readonly list?: true
  /** Schema of the JSON or form body; `raw` hands the handler the body as it came. */
  readonly body?: z.ZodType | 'raw'
  /** Names of fields on the wire that are not the snake case of ours, for errors about them; `body` reads the same. */
  readonly wireNames?: Readonly<Record<string, string>>
  /** 2 MiB when missing. */
  readonly maxBodyBytes?: number
  /** Of a success; 200 when missing, 204 when there is no output. */
  readonly status?: number
  readonly output?: z.ZodType
  /** Media type of an output that is no JSON, for the OpenAPI document. */
  readonly mediaType?: string
  /** What this endpoint refuses beyond what follows from its authentication, parameters and body. */
  readonly errors?: readonly ProblemKind[]
  /**
   * `reflect` lets every origin in, with credentials; `any` without; `origins` only the configured ones, without. The last
   * when missing.
   */
  readonly cors?: 'reflect' | 'any' | 'origins'
  readonly deprecated?: boolean
  /** Whether it takes `Idempotency-Key`, so that whoever lost the answer may send it again (IDEM-10). */
  readonly idempotencyKey?: true
  /** Whether its query has `dry_run`; what would be created is then answered 200 (DRY-1). */
  readonly dryRun?: true
  /** Whether who has the answer already, by its entity tag, is told so: 304 without a body. */
  readonly notModified?: boolean
  /** Headers of a success, for the OpenAPI document; the entity tag of what may be 304 is among them anyway. */
  readonly headers?: readonly ResponseHeader[]
  /** For the OpenAPI document, what `renderProblem` makes of errors: their form, and which status it puts for another. */
  readonly problems?: {
    readonly schema: z.ZodType
    /** JSON when missing. */
    readonly mediaType?: string
    /** The same when missing. */
    readonly statusFor?: (status: number) => number
  }
  /** For the OpenAPI document, the statuses that are answered without a body. */
  readonly bodilessProblems?: readonly number[]
  /** Answers an error in another form than the usual body, for protocols that have their own. */
  readonly renderProblem?: (problem: Problem, request: ProblemRequest) => PlainResponse
}

export type Endpoint<Declaration extends EndpointDeclaration = EndpointDeclaration> = Declaration & {
  /** Names of the path's placeholders, in order. */
  readonly pathParams: readonly string[]
}

/** What the handler gets of the path. */
export type ParamsOf<Declaration extends EndpointDeclaration> = Declaration extends {
  readonly params: infer Schema extends z.ZodType
}
  ? z.output<Schema>
  : { readonly [Name in PathParam<Declaration['path']>]: string }

/** What the handler gets of the query. */
export type QueryOf<Declaration extends EndpointDeclaration> = Declaration extends {
  readonly query: infer Schema extends z.ZodType
}
  ? z.output<Schema>
  : undefined

/** What a success carries; undefined when the endpoint has no output. */
export type OutputOf<Declaration extends EndpointDeclaration> = Declaration extends {
  readonly output: infer Schema extends z.ZodType
}
  ? z.output<Schema>
  : undefined

/**
 * Declares an endpoint.
 * @throws Error when it contradicts itself, as when the schema of the parameters does not fit the path: a mistake in
 * the table, found on import
 */
export function endpoint<const Declaration extends EndpointDeclaration>(
  declaration: Declaration,
): Endpoint<Declaration> {
  const pathParams = pathParamNames(declaration.path)
  const declared = declaration.params === undefined ? pathParams : Object.keys(declaration.params.shape)
  if ([...declared].sort().join() !== [...pathParams].sort().join()) {
    throw new Error(`${declaration.operationId}: params are ${declared.join()}, the path has ${pathParams.join()}`)
  }
  if (declaration.idempotencyKey && (declaration.method !== 'POST' || declaration.auth !== 'personal_api_key')) {
    throw new Error(`${declaration.operationId}: only a POST with a personal API key takes an idempotency key`)
  }
  if (declaration.cors === 'reflect' && TAKES_COOKIE.includes(declaration.auth)) {
    throw new Error(`${declaration.operationId}: pages of other origins must not send the cookie along`)
  }
  return { ...declaration, pathParams }
}
