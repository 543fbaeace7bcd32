import { Budget } from '../budget.ts'

export interface BodyMemoryOptions {
  /** The maximum of request bytes, received and decoded, that are held at the same time: 128 MiB when missing. */
  readonly bodyMemoryBytes?: number | undefined
  /** The time until the body of a request must have arrived, in milliseconds: 30 s when missing. */
  readonly bodyTimeoutMs?: number | undefined
}

/** The limits that the bodies of all requests share. */
export interface BodyMemory {
  readonly bytes: Budget
  /** The part of `bytes` for bodies that are not small. The rest is reserved for small ones. */
  readonly large: Budget
  /** The part of `large` for bodies whose sender is not yet authenticated. */
  readonly unknown: Budget
  /** The number of concurrent decoders. */
  readonly decoders: Budget
  /** The part of `bytes` for the memory of decoders, including those that wait for the admission of their body. */
  readonly decoderBytes: Budget
  readonly timeoutMs: number
}

const DEFAULT_MEMORY_BYTES = 128 * 1024 * 1024
const MEMORY = 'the memory for request bodies (FLAGDECK_BODY_MEMORY_BYTES, bodyMemoryBytes of the library)'
const DECODERS = 'the room for decoding request bodies'
const DEFAULT_TIMEOUT_MS = 30_000
/** The number of threads on which Node decodes. */
const MAX_DECODERS = 4

const LARGE_SHARE = 3 / 4
/** The same amount stays in use until the garbage of finished decoders is collected. */
const DECODER_SHARE = 3 / 8
/** Large enough for the largest batch, even with the smallest memory that a server accepts. */
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
