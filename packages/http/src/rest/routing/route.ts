import type * as z from 'zod'
import type { Endpoint, EndpointDeclaration, OutputOf, ParamsOf, QueryOf } from '../endpoint.ts'
import type { EndpointRequest } from '../endpoint-request.ts'
import type { RawBody } from '../plain-request.ts'
import type { Reply } from '../reply.ts'

/** The body that the handler receives. */
export type BodyOf<Declaration extends EndpointDeclaration> = Declaration extends { readonly body: 'raw' }
  ? RawBody
  : Declaration extends { readonly body: infer Schema extends z.ZodType }
    ? z.output<Schema>
    : undefined

/** The members of a context union for one kind of authentication; a context without `auth` is unchanged. */
export type ContextFor<Context, Auth> = Context extends { readonly auth: infer Own }
  ? Auth extends Own
    ? Context
    : never
  : Context

export interface HandlerInput<Declaration extends EndpointDeclaration, Context> {
  readonly context: ContextFor<Context, Declaration['auth']>
  readonly params: ParamsOf<Declaration>
  readonly query: QueryOf<Declaration>
  readonly body: BodyOf<Declaration>
  readonly request: EndpointRequest
}

/** Data that the handler does not change, so that read-only results of core can be returned without a copy. */
export type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T

export type HandlerResult<Declaration extends EndpointDeclaration> =
  | DeepReadonly<OutputOf<Declaration>>
  | Reply<DeepReadonly<OutputOf<Declaration>>>

export type Handler<Declaration extends EndpointDeclaration, Context> = (
  input: HandlerInput<Declaration, Context>,
) => HandlerResult<Declaration> | Promise<HandlerResult<Declaration>>

/** The input of every handler, whatever its endpoint. */
export interface AnyHandlerInput<Context> {
  readonly context: Context
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly request: EndpointRequest
}

/** An endpoint with its handler. */
export interface Route<Context> {
  readonly endpoint: Endpoint
  readonly handler: (input: AnyHandlerInput<Context>) => unknown
}

/** Combines an endpoint with a handler, whose input and output have the endpoint's types. */
export function handle<Declaration extends EndpointDeclaration, Context>(
  endpoint: Endpoint<Declaration>,
  handler: Handler<Declaration, Context>,
): Route<Context> {
  // The application parses the input with this endpoint's schemas before it calls the handler.
  return { endpoint, handler: handler as unknown as Route<Context>['handler'] }
}

/** {@link handle} for one type of context, so that handlers need not name it. */
export function handleWith<Context>() {
  return <Declaration extends EndpointDeclaration>(
    endpoint: Endpoint<Declaration>,
    handler: Handler<Declaration, Context>,
  ): Route<Context> => handle(endpoint, handler)
}
