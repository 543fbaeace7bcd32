import { Budget } from '../budget.ts'

export interface BodyMemoryOptions {
  /** Bytes of request bodies, received and decoded, that may be held at once: 128 MiB when missing. */
  readonly bodyMemoryBytes?: number | undefined
  /** Until the body of a request must have come, in milliseconds: 30 s when missing. */
  readonly bodyTimeoutMs?: number | undefined
}

/** What the bodies of all requests of an application share. */
export interface BodyMemory {
  readonly bytes: Budget
  /** The part of `bytes` for bodies that are not small, so that these leave room for small ones. */
  readonly large: Budget
  /** The part of `large` for bodies of which we do not know yet who sends them. */
  readonly unknown: Budget
  /** Those who undo a content encoding. */
  readonly decoders: Budget
  /** The part of `bytes` for what decoders need for themselves, also while one waits for who admits its body. */
  readonly decoderBytes: Budget
  readonly timeoutMs: number
}

const DEFAULT_MEMORY_BYTES = 128 * 1024 * 1024
const MEMORY = 'the memory for request bodies (FLAGDECK_BODY_MEMORY_BYTES, bodyMemoryBytes of the library)'
const DECODERS = 'the room for decoding request bodies'
const DEFAULT_TIMEOUT_MS = 30_000
/** As many as the threads that Node decodes with. */
const MAX_DECODERS = 4

const LARGE_SHARE = 3 / 4
/** As much again is held until the garbage of those that ended is collected. */
const DECODER_SHARE = 3 / 8
/** Holds the largest batch also with the least memory that a server may be given. */
const UNKNOWN_SHARE = 1 / 3

export function bodyMemory({ bodyMemoryBytes, bodyTimeoutMs }: BodyMemoryOptions = {}): BodyMemory {
  const bytes = new Budget(bodyMemoryBytes ?? DEFAULT_MEMORY_BYTES, MEMORY)
  const large = bytes.part(bytes.total * LARGE_SHARE)
  return {
    bytes,
    large,
    unknown: large.part(bytes.total * UNKNOWN_SHARE),
    decoders: new Budget(MAX_DECODERS, DECODERS),
    decoderBytes: bytes.part(bytes.total * DECODER_SHARE),
    timeoutMs: bodyTimeoutMs ?? DEFAULT_TIMEOUT_MS,
  }
}
