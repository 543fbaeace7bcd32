/**
 * Endpoints, their handlers and the application are written like this:
 *
 * ```ts
 * // endpoints/: the declaration
 * export const retrieveFlag = endpoint({
 *   method: 'GET',
 *   path: '/api/projects/{project_id}/feature_flags/{id}/', // an OpenAPI path; the last slash is optional
 *   operationId: 'feature_flags_retrieve',
 *   summary: 'Retrieve feature flag',
 *   tag: 'feature_flags',
 *   auth: 'personal_api_key',                                // or another of AUTH_KINDS
 *   scope: 'feature_flag:read',                              // or a list, of which one is enough; null: any key
 *   params: z.object({ project_id: projectId(), id: integerId() }), // if missing, every parameter is a string
 *   query: z.object({ … }),                                  // if missing, `input.query` is undefined
 *   list: true,                                              // a list: parameters that `query` lacks are refused
 *   body: z.object({ … }),                                   // or 'raw'; if missing, no body is read
 *   maxBodyBytes: 2 * 1024 * 1024,
 *   status: 200,                                             // 204 when there is no output
 *   output: flagSchema,
 *   errors: ['conflict'],                                    // in addition to those that follow from the rest
 *   cors: 'origins',                                         // or 'reflect' for SDK endpoints
 *   idempotencyKey: true,                                    // a POST that writes once, even if it is repeated
 * })
 *
 * // handlers/, once: the context that authentication returns. When Context is a union with an `auth` member, each
 * // handler receives the member whose `auth` is that of its endpoint.
 * export const handle = handleWith<Context>()
 *
 * // handlers/, once for each endpoint
 * export const retrieveFlagRoute = handle(retrieveFlag, async ({ context, params, query, body, request }) =>
 *   flagBody(await getFlag(context, params.id)),
 * )
 * // or: reply(output, { status, headers }), or replyRaw(bytesOrTextOrNull, { status, headers })
 *
 * // the application
 * const application = createApplication<Context>({ routes, authenticate: async (request, endpoint) => context })
 * const response = await application.handle(plainRequest('GET', '/api/projects/1/feature_flags/7/'))
 * ```
 *
 * `request` (which `authenticate` also receives) is an `EndpointRequest`: `method`, `url`, `headers`, `pathParams`
 * (decoded text), `searchParams`, `requestId`, `remoteAddress`, `readBody()` (bytes), `readData()` (parsed object).
 * Handlers and `authenticate` throw DomainError; `problem.ts` converts it to a response.
 */
import type { Scope } from '@flagdeck/core/store'
import type * as z from 'zod'
import { type AuthKind, TAKES_COOKIE } from './auth-kind.ts'
import type { HttpMethod } from './http-method.ts'
import type { PlainResponse } from './plain-response.ts'
import type { Problem, ProblemKind } from './problem.ts'
import type { ResponseHeader } from './response-headers.ts'
import { type PathParam, type PathTemplate, pathParamNames } from './routing/path-template.ts'

/** The parts of a request that an error response may depend on; see `EndpointRequest`. */
export interface ProblemRequest {
  readonly pathParams: Readonly<Record<string, string>>
}

/** The declaration of an endpoint, from which its routing, types and documentation derive. */
export interface EndpointDeclaration {
  readonly method: HttpMethod
  readonly path: PathTemplate
  /** Unique; the name of the operation in the OpenAPI document. */
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tag: string
  readonly auth: AuthKind
  /**
   * The scope that a personal API key needs. With a list, one of them is enough; null or missing: any key is accepted.
   */
  readonly scope?: Scope | readonly [Scope, ...Scope[]] | null
  /** Its keys are the path's placeholders. An invalid value results in 404. */
  readonly params?: z.ZodObject
  /**
   * Whether the last parameter takes the rest of the path, including slashes and invalid percent-encoding, for clients
   * that send it unencoded.
   */
  readonly restOfPath?: boolean
  /**
   * Receives the last value of every parameter as text, or a list of all values where the field's schema is an array.
   * The schema decides how lenient it is.
   */
  readonly query?: z.ZodObject
  /**
   * Whether the endpoint returns a list. Query parameters that the schema does not name are then refused: each may be a
   * filter that the client relies on (HTTP-100).
   */
  readonly list?: true
  /** The schema of the JSON or form body; with `raw`, the handler receives the body as it arrived. */
  readonly body?: z.ZodType | 'raw'
  /**
   * The wire names of fields that are not the snake case of the internal names, for errors about them. `body` uses the
   * same names.
   */
  readonly wireNames?: Readonly<Record<string, string>>
  /** 2 MiB when missing. */
  readonly maxBodyBytes?: number
  /** The status of a success; 200 when missing, 204 when there is no output. */
  readonly status?: number
  readonly output?: z.ZodType
  /** The media type of an output that is not JSON, for the OpenAPI document. */
  readonly mediaType?: string
  /** The refusals that do not follow from the endpoint's authentication, parameters and body. */
  readonly errors?: readonly ProblemKind[]
  /**
   * `reflect` allows every origin, with credentials; `any` allows every origin, without; `origins` allows only the
   * configured ones, without. The default is `origins`.
   */
  readonly cors?: 'reflect' | 'any' | 'origins'
  readonly deprecated?: boolean
  /**
   * Whether the endpoint takes `Idempotency-Key`, so that a client that lost the response may repeat the request
   * (IDEM-10).
   */
  readonly idempotencyKey?: true
  /** Whether its query has `dry_run`. A dry run of a creation responds with 200 (DRY-1). */
  readonly dryRun?: true
  /** Whether a client that already has the response, by its entity tag, gets 304 without a body. */
  readonly notModified?: boolean
  /**
   * The headers of a success, for the OpenAPI document. The entity tag of endpoints with `notModified` is always
   * included.
   */
  readonly headers?: readonly ResponseHeader[]
  /**
   * For the OpenAPI document, the effect of `renderProblem` on errors: their schema, and which status replaces another.
   */
  readonly problems?: {
    readonly schema: z.ZodType
    /** JSON when missing. */
    readonly mediaType?: string
    /** The same status when missing. */
    readonly statusFor?: (status: number) => number
  }
  /** For the OpenAPI document, the statuses whose responses have no body. */
  readonly bodilessProblems?: readonly number[]
  /** Renders an error in another form than the usual body, for protocols that define one. */
  readonly renderProblem?: (problem: Problem, request: ProblemRequest) => PlainResponse
}

export type Endpoint<Declaration extends EndpointDeclaration = EndpointDeclaration> = Declaration & {
  /** The names of the path's placeholders, in order. */
  readonly pathParams: readonly string[]
}

/** The path parameters that the handler receives. */
export type ParamsOf<Declaration extends EndpointDeclaration> = Declaration extends {
  readonly params: infer Schema extends z.ZodType
}
  ? z.output<Schema>
  : { readonly [Name in PathParam<Declaration['path']>]: string }

/** The query that the handler receives. */
export type QueryOf<Declaration extends EndpointDeclaration> = Declaration extends {
  readonly query: infer Schema extends z.ZodType
}
  ? z.output<Schema>
  : undefined

/** The body of a success; undefined when the endpoint has no output. */
export type OutputOf<Declaration extends EndpointDeclaration> = Declaration extends {
  readonly output: infer Schema extends z.ZodType
}
  ? z.output<Schema>
  : undefined

/**
 * Declares an endpoint.
 * @throws Error when the declaration contradicts itself, for example when the schema of the parameters does not fit the
 * path. Such a mistake is found on import.
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
