/**
 * The error of a library that cannot express a flag. The report states this, and no similar flag is measured instead.
 */
export class NotExpressibleError extends Error {
  override readonly name = 'NotExpressibleError'
}
