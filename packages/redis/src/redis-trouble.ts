/** What is wrong with Redis. It never carries what was sent: that may be a password, a token or definitions. */
export class RedisTrouble extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'RedisTrouble'
  }
}

/** An error of the driver, which has the command that failed with it, as one that may be shown. */
export function redisTrouble(error: unknown): RedisTrouble {
  if (error instanceof RedisTrouble) return error
  return new RedisTrouble(`Redis: ${error instanceof Error ? error.message || error.name : String(error)}`)
}
