import type * as z from 'zod'
import type { Endpoint, EndpointDeclaration, OutputOf, ParamsOf, QueryOf } from '../endpoint.ts'
import type { EndpointRequest } from '../endpoint-request.ts'
import type { RawBody } from '../plain-request.ts'
import type { Reply } from '../reply.ts'

/** What the handler gets of the body. */
export type BodyOf<Declaration extends EndpointDeclaration> = Declaration extends { readonly body: 'raw' }
  ? RawBody
  : Declaration extends { readonly body: infer Schema extends z.ZodType }
    ? z.output<Schema>
    : undefined

/** The members of a context union that belong to one kind of authentication; a context without `auth` as it is. */
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

/** Data that the handler will not change any more, so that what core answers as read-only can be answered as it is. */
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

/** What every handler gets, whichever endpoint it is for. */
export interface AnyHandlerInput<Context> {
  readonly context: Context
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly request: EndpointRequest
}

/** An endpoint with what answers it. */
export interface Route<Context> {
  readonly endpoint: Endpoint
  readonly handler: (input: AnyHandlerInput<Context>) => unknown
}

/** Puts a handler to an endpoint; its input and output have the endpoint's types. */
export function handle<Declaration extends EndpointDeclaration, Context>(
  endpoint: Endpoint<Declaration>,
  handler: Handler<Declaration, Context>,
): Route<Context> {
  // True because the application parses the input with this endpoint's own schemas before it calls the handler.
  return { endpoint, handler: handler as unknown as Route<Context>['handler'] }
}

/** {@link handle} for one type of context, so that handlers need not name it. */
export function handleWith<Context>() {
  return <Declaration extends EndpointDeclaration>(
    endpoint: Endpoint<Declaration>,
    handler: Handler<Declaration, Context>,
  ): Route<Context> => handle(endpoint, handler)
}
