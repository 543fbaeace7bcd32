import { BootstrapRefused } from '@flagdeck/core'

/** A bootstrap document that cannot be applied. The message is one sentence with the path of the offending value. */
export class BootstrapProblem extends Error {
  override readonly name = 'BootstrapProblem'

  /** @param file as the user named it */
  constructor(file: string, refused: BootstrapRefused) {
    super(
      refused.message.replace('The bootstrap document', () => `The bootstrap document ${file}`),
      { cause: refused },
    )
  }
}

/** Returns the error, with the file in its sentence when the error is about the document in the file. */
export function namingFile(file: string, error: unknown): unknown {
  return error instanceof BootstrapRefused ? new BootstrapProblem(file, error) : error
}
