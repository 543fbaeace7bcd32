/**
 * A definition that evaluation can make no sense of. It costs the flag that uses it, never the others, and it does not
 * leave the evaluation: the flag answers `evaluation_failed` with this message.
 */
export class UnevaluableError extends Error {
  override readonly name = 'UnevaluableError'
}
