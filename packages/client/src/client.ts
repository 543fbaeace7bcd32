import type { EndpointName, Input, Item, ListName, Output } from './endpoint-input.ts'

/** Where the API is, and how to call it. */
export interface ClientOptions {
  /** The URL of the server, such as `https://flags.example.com`; may have a path. */
  readonly host: string
  /** A personal API key, `phx_…`. */
  readonly apiKey: string
  /** The project of calls that do not name one; `@current` when missing. */
  readonly projectId?: string | number | undefined
  /** The global `fetch` when missing. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** The number of retries; 2 when missing. */
  readonly retries?: number | undefined
  /** The timeout of one attempt, including the body; 30 seconds when missing. */
  readonly timeoutMs?: number | undefined
}

/** The result of a call, with the status and headers of the response. */
export interface Answer<Name extends EndpointName> {
  readonly data: Output<Name>
  readonly status: number
  /** `ETag`, `Flagdeck-Version`, `Idempotency-Replayed` and others. */
  readonly headers: Headers
}

/** The input of a call, which is optional if all of its parts are optional. */
export type CallArguments<Name extends EndpointName> =
  object extends Input<Name> ? readonly [input?: Input<Name>] : readonly [input: Input<Name>]

/** Calls endpoints by name. */
export interface Client {
  /**
   * Calls an endpoint and returns the response's data.
   * @throws ApiError when the server refuses the call or does not respond
   */
  call<Name extends EndpointName>(name: Name, ...input: CallArguments<Name>): Promise<Output<Name>>
  /** Like `call`, and also returns the status and headers. */
  send<Name extends EndpointName>(name: Name, ...input: CallArguments<Name>): Promise<Answer<Name>>
  /** The parts of a list. Each part is requested when the caller needs it. */
  pages<Name extends ListName>(name: Name, ...input: CallArguments<Name>): AsyncGenerator<Output<Name>, void, undefined>
  /** All items of a list, across all of its parts. */
  items<Name extends ListName>(name: Name, ...input: CallArguments<Name>): AsyncGenerator<Item<Name>, void, undefined>
}
