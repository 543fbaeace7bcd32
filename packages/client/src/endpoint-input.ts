import type { CallInput, endpoints, OutputOf } from '@flagdeck/http'

type Endpoints = typeof endpoints

/** The names of all endpoints that accept a personal API key. */
export type EndpointName = {
  [Name in keyof Endpoints]: Endpoints[Name] extends { readonly auth: 'personal_api_key' } ? Name : never
}[keyof Endpoints]

/** The options of every call, whatever the endpoint. */
export interface CallOptions {
  /** Aborts the call, its retries and the pages that follow. */
  readonly signal?: AbortSignal | undefined
  /** The timeout of one attempt, including the body; the client's when missing. */
  readonly timeoutMs?: number | undefined
  /** The number of retries; the client's when missing. */
  readonly retries?: number | undefined
}

type WithoutProject<Params> = Omit<Params, 'project_id'> &
  ('project_id' extends keyof Params
    ? {
        /** The client's project when missing. */
        readonly project_id?: string | number
      }
    : object)

type ParamsPart<Input> = Input extends { readonly params: infer Params }
  ? object extends WithoutProject<Params>
    ? { readonly params?: WithoutProject<Params> }
    : { readonly params: WithoutProject<Params> }
  : object

type VersionPart<Declaration> = Declaration extends { readonly errors: readonly (infer Kind)[] }
  ? 'precondition_failed' extends Kind
    ? {
        /** The server refuses the change with 412 unless this is the current version. */
        readonly ifVersion?: number | undefined
      }
    : object
  : object

/** The input of a call: path parameters, query and body of its endpoint, and options. */
export type Input<Name extends EndpointName> = Omit<CallInput<Endpoints[Name]>, 'params'> &
  ParamsPart<CallInput<Endpoints[Name]>> &
  VersionPart<Endpoints[Name]> &
  CallOptions

/** The result of a call; undefined for an empty response. */
export type Output<Name extends EndpointName> = Endpoints[Name] extends { readonly mediaType: 'application/x-ndjson' }
  ? readonly DeclaredOutput<Name>[]
  : DeclaredOutput<Name>

type DeclaredOutput<Name extends EndpointName> = OutputOf<Endpoints[Name]>

/** The endpoints that return lists: pages, plain lists, and lines of JSON. */
export type ListName = { [Name in EndpointName]: ItemOf<Output<Name>> extends never ? never : Name }[EndpointName]

/** An item of a list. */
export type Item<Name extends ListName> = ItemOf<Output<Name>>

type ItemOf<Part> = Part extends readonly (infer Each)[]
  ? Each
  : Part extends { readonly next: string | null; readonly results: readonly (infer Each)[] }
    ? Each
    : never
