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

export type BodyPart = string | Uint8Array

/** A large text that is written part by part, as fast as the client reads it (HTTP-91). */
export interface PartedBody {
  /** Texts, which may be made one by one while they are sent, or UTF-8 bytes. Can be read once. */
  readonly parts: Iterable<BodyPart>
  /** The length of all parts together, if they exist already. */
  readonly byteLength?: number
  /** Called by the face that sends the body, when the client has read all of it or has disconnected. May be called twice. */
  release(): void
}

/**
 * Text, text in parts, bytes, a stream, or nothing. Bytes that answer many requests are passed as the same `Uint8Array` object:
 * faces keep their compressed forms for as long as that object lives.
 */
export type ResponseBody = string | Uint8Array | PartedBody | StreamBody | null

/** Whether a body is written in parts. */
export function isParted(body: ResponseBody): body is PartedBody {
  return body !== null && typeof body === 'object' && 'parts' in body
}

/** An HTTP response as plain data. Header names are in lower case. */
export interface PlainResponse {
  readonly status: number
  readonly headers: ResponseHeaders
  readonly body: ResponseBody
}
