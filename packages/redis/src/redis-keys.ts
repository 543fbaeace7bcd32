import { createHash } from 'node:crypto'
import { KEPT_FORMAT } from '@flagdeck/core/store'

/** Of everything but definitions, whose format is core's. Raise it when a key is written another way. */
const FORMAT = 1

export const DEFAULT_PREFIX = 'flagdeck'

/** The names of what is kept in Redis (PROP-36). Those of one project share a slot of a cluster. */
export class RedisKeys {
  readonly #prefix: string

  constructor(prefix: string) {
    this.#prefix = prefix
  }

  definitions(projectId: number): string {
    return `${this.#prefix}:${KEPT_FORMAT}:definitions:{${projectId}}`
  }

  /** Says that an instance is loading the project to keep it. */
  loading(projectId: number): string {
    return `${this.#prefix}:${KEPT_FORMAT}:loading:{${projectId}}`
  }

  token(apiToken: string): string {
    return `${this.#prefix}:${FORMAT}:token:${hashed(apiToken)}`
  }

  requests(key: string, windowMs: number): string {
    return `${this.#prefix}:${FORMAT}:requests:${windowMs}:${hashed(key)}`
  }

  /** Channels reach across the databases of a server. */
  changes(database: number): string {
    return `${this.#prefix}:${FORMAT}:changes:${database}`
  }
}

/** Tokens and whatever clients send are neither shown in Redis nor make keys long. */
function hashed(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
