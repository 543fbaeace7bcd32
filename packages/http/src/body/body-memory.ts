import { Budget } from './budget.ts'

export interface BodyMemoryOptions {
  /** Bytes of request bodies, received and decoded, that may be held at once: 128 MiB when missing. */
  readonly bodyMemoryBytes?: number | undefined
  /** Until the body of a request must have come, in milliseconds: 30 s when missing. */
  readonly bodyTimeoutMs?: number | undefined
}

/** What the bodies of all requests of an application share. */
export interface BodyMemory {
  readonly bytes: Budget
  /** Those who undo a content encoding. */
  readonly decoders: Budget
  readonly timeoutMs: number
}

const DEFAULT_MEMORY_BYTES = 128 * 1024 * 1024
const DEFAULT_TIMEOUT_MS = 30_000
/** As many as the threads that Node decodes with. */
const MAX_DECODERS = 4

export function bodyMemory({ bodyMemoryBytes, bodyTimeoutMs }: BodyMemoryOptions = {}): BodyMemory {
  return {
    bytes: new Budget(bodyMemoryBytes ?? DEFAULT_MEMORY_BYTES),
    decoders: new Budget(MAX_DECODERS),
    timeoutMs: bodyTimeoutMs ?? DEFAULT_TIMEOUT_MS,
  }
}
