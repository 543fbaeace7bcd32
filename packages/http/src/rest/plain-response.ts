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

/** A large text that is written part by part, as its reader takes it (HTTP-91). */
export interface PartedBody {
  /** Texts that are made when they are due, or bytes in UTF-8. Read once. */
  readonly parts: Iterable<BodyPart>
  /** How long all parts are together, where they exist already. */
  readonly byteLength?: number
  /** Called by the face that sends the body, when the reader has all of it or has gone. It may be called again. */
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
