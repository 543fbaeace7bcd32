export type ResponseHeaders = Readonly<Record<string, string>>

/** The destination of an open stream. */
export interface StreamSink {
  /** Sends text immediately. The host adapter disconnects a client that lags too far behind. */
  write(text: string): void
  end(): void
}

/** A body that continues after the headers, such as server-sent events. */
export interface StreamBody {
  /**
   * Called once the headers are sent. Returns a function that is called once, when the client disconnects or the server
   * stops. A client that is still connected receives what that function writes.
   */
  open(sink: StreamSink): () => void
}

export type BodyPart = string | Uint8Array

/** A large text that is written part by part, as fast as the client reads it (HTTP-91). */
export interface PartedBody {
  /** Texts, which may be built one by one while they are sent, or UTF-8 bytes. They can be read once. */
  readonly parts: Iterable<BodyPart>
  /** The total length of all parts, if they exist already. */
  readonly byteLength?: number
  /** Called by the host adapter when the client has read the whole body or has disconnected. May be called twice. */
  release(): void
}

/**
 * Text, text in parts, bytes, a stream, or nothing. Bytes that are sent to many requests must be the same `Uint8Array`
 * object: host adapters cache their compressed forms as long as that object lives.
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
