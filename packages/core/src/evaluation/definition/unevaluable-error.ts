/**
 * A definition that cannot be evaluated. It affects only the flag that uses it, and does not leave the evaluation: the
 * reason of the flag is `evaluation_failed` with this message.
 */
export class UnevaluableError extends Error {
  override readonly name = 'UnevaluableError'
}
