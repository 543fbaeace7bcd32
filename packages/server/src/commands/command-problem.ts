/** A command that failed for a known reason. The message is one sentence that names the remedy. */
export class CommandProblem extends Error {
  override readonly name = 'CommandProblem'
  /** 2 for a usage error, 1 for a failure. */
  readonly exitCode: 1 | 2

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message)
    this.exitCode = exitCode
  }
}
