import type { CallInput, endpoints, OutputOf } from '@flagdeck/http'

type Endpoints = typeof endpoints

/** Everything that can be called: the endpoints that take a personal API key, by their names. */
export type EndpointName = {
  [Name in keyof Endpoints]: Endpoints[Name] extends { readonly auth: 'personal_api_key' } ? Name : never
}[keyof Endpoints]

/** What any call may say, whatever the endpoint. */
export interface CallOptions {
  /** Ends the call, its retries and the pages that follow. */
  readonly signal?: AbortSignal | undefined
  /** How long one attempt may take, body included; that of the client when missing. */
  readonly timeoutMs?: number | undefined
  /** How often is tried again; that of the client when missing. */
  readonly retries?: number | undefined
}

type WithoutProject<Params> = Omit<Params, 'project_id'> &
  ('project_id' extends keyof Params
    ? {
        /** The client's own project when missing. */
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
        /** Refuses the change, by 412, unless this is the version of what is there. */
        readonly ifVersion?: number | undefined
      }
    : object
  : object

/** What a call says: path parameters, query and body of its endpoint, and options. */
export type Input<Name extends EndpointName> = Omit<CallInput<Endpoints[Name]>, 'params'> &
  ParamsPart<CallInput<Endpoints[Name]>> &
  VersionPart<Endpoints[Name]> &
  CallOptions

/** What a call answers; undefined where there is nothing to say. */
export type Output<Name extends EndpointName> = Endpoints[Name] extends { readonly mediaType: 'application/x-ndjson' }
  ? readonly DeclaredOutput<Name>[]
  : DeclaredOutput<Name>

type DeclaredOutput<Name extends EndpointName> = OutputOf<Endpoints[Name]>

/** Endpoints that answer in parts: pages, bare lists, and lines of JSON. */
export type ListName = { [Name in EndpointName]: ItemOf<Output<Name>> extends never ? never : Name }[EndpointName]

/** One of what a part has. */
export type Item<Name extends ListName> = ItemOf<Output<Name>>

type ItemOf<Part> = Part extends readonly (infer Each)[]
  ? Each
  : Part extends { readonly next: string | null; readonly results: readonly (infer Each)[] }
    ? Each
    : never
