import { createHash } from 'node:crypto'
import { KEPT_FORMAT } from '@flagdeck/core/store'

/**
 * The format of all keys except definitions, whose format is defined by core. Raise it when the content of a key
 * changes.
 */
const FORMAT = 1

export const DEFAULT_PREFIX = 'flagdeck'

/**
 * The names of all keys in Redis (PROP-36). The definitions and the loading key of a project share a hash slot of a
 * cluster.
 */
export class RedisKeys {
  readonly #prefix: string

  constructor(prefix: string) {
    this.#prefix = prefix
  }

  definitions(projectId: number): string {
    return `${this.#prefix}:${KEPT_FORMAT}:definitions:{${projectId}}`
  }

  /** Exists while an instance loads the definitions of the project for the cache. */
  loading(projectId: number): string {
    return `${this.#prefix}:${KEPT_FORMAT}:loading:{${projectId}}`
  }

  token(apiToken: string): string {
    return `${this.#prefix}:${FORMAT}:token:${hashed(apiToken)}`
  }

  requests(key: string, windowMs: number): string {
    return `${this.#prefix}:${FORMAT}:requests:${windowMs}:${hashed(key)}`
  }

  /** Channels are shared by all databases of a server, so the name contains the database. */
  changes(database: number): string {
    return `${this.#prefix}:${FORMAT}:changes:${database}`
  }
}

/** Hashes tokens and other text of clients, so that Redis stores none of it in plain text, and keys are short. */
function hashed(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
