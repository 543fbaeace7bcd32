/** A library has no words for what a flag asks. It is said so in the report instead of asking something else. */
export class NotExpressibleError extends Error {
  override readonly name = 'NotExpressibleError'
}
