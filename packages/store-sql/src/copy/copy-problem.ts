/** A copy that was refused or that failed. The message is for the user of the command, and states the fix. */
export class CopyProblem extends Error {
  override readonly name = 'CopyProblem'
}
