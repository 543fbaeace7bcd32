export type ResponseHeaders = Readonly<Record<string, string>>

/** Where an open stream writes to. */
export interface StreamSink {
  /** Sends text at once. A reader that lags too far behind is cut by the face that holds the connection. */
  write(text: string): void
  /** Ends the response. */
  end(): void
}

/** A body that goes on after the headers, such as server-sent events. */
export interface StreamBody {
  /**
   * Called once the headers are out. Answers what to call, once, when the reader has gone or the server stops; what is
   * written then still reaches a reader who is there.
   */
  open(sink: StreamSink): () => void
}

/**
 * Text, bytes, a stream, or nothing. Bytes that answer many requests are passed as the same `Uint8Array` object:
 * faces keep their compressed forms for as long as that object lives.
 */
export type ResponseBody = string | Uint8Array | StreamBody | null

/** An HTTP response as plain data. Header names are in lower case. */
export interface PlainResponse {
  readonly status: number
  readonly headers: ResponseHeaders
  readonly body: ResponseBody
}
