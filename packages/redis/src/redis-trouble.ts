/** What is wrong with Redis. It never carries what was sent: that may be a password, a token or definitions. */
export class RedisTrouble extends Error {
  /** Whether Redis answered, and said no: then it is there, and set up another way than it should be. */
  readonly isRefusal: boolean

  constructor(message: string, isRefusal = false) {
    super(message)
    this.name = 'RedisTrouble'
    this.isRefusal = isRefusal
  }
}

/** An error of the driver, which has the command that failed with it, as one that may be shown. */
export function redisTrouble(error: unknown): RedisTrouble {
  if (error instanceof RedisTrouble) return error
  if (!(error instanceof Error)) return new RedisTrouble(`Redis: ${error}`)
  return new RedisTrouble(`Redis: ${error.message || error.name}`, error.name === 'ReplyError')
}
