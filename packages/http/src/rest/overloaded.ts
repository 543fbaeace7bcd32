/** There is no room for a request right now: answered 503, and it may come again. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded'

  /** @param memory what is used up, with the setting that gives more of it */
  constructor(memory: string) {
    super(`${memory} is used up`)
  }
}
