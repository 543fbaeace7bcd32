/** Requests to send to a server on loopback for some time. */
export interface Load {
  readonly port: number
  /** The text of a request, split where a number of eight digits belongs, which is new in every request. */
  readonly requestParts: readonly string[]
  /** The expected status of every response. */
  readonly status: number
  readonly connections: number
  readonly durationMs: number
}
