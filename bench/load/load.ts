/** Requests to send to a server on loopback for a while. */
export interface Load {
  readonly port: number
  /** The text of a request, where a number of eight digits that is new every time stands between the parts. */
  readonly requestParts: readonly string[]
  /** What every answer has to have. */
  readonly status: number
  readonly connections: number
  readonly durationMs: number
}
