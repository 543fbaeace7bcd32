import { documentPath } from './document-path.ts'

/** A bootstrap document that cannot be applied. The message is one sentence with the path of the offending value. */
export class BootstrapProblem extends Error {
  override readonly name = 'BootstrapProblem'

  /**
   * @param file as the user named it
   * @param path of the offending value
   * @param complaint follows the path: `has to be a list`
   */
  constructor(file: string, path: readonly PropertyKey[], complaint: string, cause?: unknown) {
    const place = path.length === 0 ? 'the document' : documentPath(path)
    super(`The bootstrap document ${file} cannot be applied: ${place} ${complaint}.`, { cause })
  }
}
