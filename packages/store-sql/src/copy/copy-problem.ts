/** A copy that must not be made, or that went wrong. The message is for whoever asked for it, and says what to do. */
export class CopyProblem extends Error {
  override readonly name = 'CopyProblem'
}
