/** What is wrong with Redis. It never carries what was sent: that may be a password, a token or definitions. */
export class RedisTrouble extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'RedisTrouble'
  }

  static of(error: unknown): RedisTrouble {
    if (error instanceof RedisTrouble) return error
    return new RedisTrouble(`Redis: ${error instanceof Error ? error.message || error.name : String(error)}`)
  }
}
