/** There is no room for a request right now: answered 503, and it may come again. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded'

  constructor() {
    super('the memory for bodies is used up')
  }
}
