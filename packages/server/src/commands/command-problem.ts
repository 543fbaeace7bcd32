/** A command that cannot do what it was asked. The message is one sentence that says what to do. */
export class CommandProblem extends Error {
  override readonly name = 'CommandProblem'
  /** 2 when the command was written wrongly, 1 when it could not be carried out. */
  readonly exitCode: 1 | 2

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message)
    this.exitCode = exitCode
  }
}
