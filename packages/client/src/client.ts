import type { EndpointName, Input, Item, ListName, Output } from './endpoint-input.ts'

/** Where the API is, and how it is asked. */
export interface ClientOptions {
  /** Such as `https://flags.example.com`; may have a path. */
  readonly host: string
  /** A personal API key, `phx_…`. */
  readonly apiKey: string
  /** The project of calls that name none; `@current` when missing. */
  readonly projectId?: string | number | undefined
  /** The global `fetch` when missing. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** How often is tried again; 2 when missing. */
  readonly retries?: number | undefined
  /** How long one attempt may take, body included; 30 seconds when missing. */
  readonly timeoutMs?: number | undefined
}

/** What a call answered, with what HTTP says about it. */
export interface Answer<Name extends EndpointName> {
  readonly data: Output<Name>
  readonly status: number
  /** `ETag`, `Flagdeck-Version`, `Idempotency-Replayed` and others. */
  readonly headers: Headers
}

/** The input of a call, which may be left out where everything in it may. */
export type CallArguments<Name extends EndpointName> =
  object extends Input<Name> ? readonly [input?: Input<Name>] : readonly [input: Input<Name>]

/** Calls endpoints by their names. */
export interface Client {
  /**
   * Calls an endpoint.
   * @throws ApiError when it is refused, or no answer comes
   */
  call<Name extends EndpointName>(name: Name, ...input: CallArguments<Name>): Promise<Output<Name>>
  /** As `call`, for who needs the status or the headers as well. */
  send<Name extends EndpointName>(name: Name, ...input: CallArguments<Name>): Promise<Answer<Name>>
  /** The answers of a list, one part after the other, each asked for when it is wanted. */
  pages<Name extends ListName>(name: Name, ...input: CallArguments<Name>): AsyncGenerator<Output<Name>, void, undefined>
  /** Everything in a list, however many parts it comes in. */
  items<Name extends ListName>(name: Name, ...input: CallArguments<Name>): AsyncGenerator<Item<Name>, void, undefined>
}
