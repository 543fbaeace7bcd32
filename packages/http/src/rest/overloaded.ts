/** The server has no capacity for a request right now. The response is 503, and the client may repeat the request. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded'

  /** @param budget the name of the budget that is used up, with the setting that raises it, if there is one */
  constructor(budget: string) {
    super(`${budget} is used up`)
  }
}
