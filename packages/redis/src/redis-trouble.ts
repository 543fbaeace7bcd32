/**
 * The reason why Redis cannot be used. It never contains the data of a command, which may be a password, a token or
 * definitions.
 */
export class RedisTrouble extends Error {
  /** Whether Redis replied with a refusal: it is available, but configured in another way than required. */
  readonly isRefusal: boolean

  constructor(message: string, isRefusal = false) {
    super(message)
    this.name = 'RedisTrouble'
    this.isRefusal = isRefusal
  }
}

/** Converts an error of the driver to one that may be shown. The driver's error contains the failed command. */
export function redisTrouble(error: unknown): RedisTrouble {
  if (error instanceof RedisTrouble) return error
  if (!(error instanceof Error)) return new RedisTrouble(`Redis: ${error}`)
  return new RedisTrouble(`Redis: ${error.message || error.name}`, error.name === 'ReplyError')
}
