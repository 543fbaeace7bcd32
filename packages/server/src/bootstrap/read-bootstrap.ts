import { type Bootstrap, type Limits, parseBootstrap } from '@flagdeck/core'
import { readJsonFile } from '../files/read-json-file.ts'
import { namingFile } from './bootstrap-problem.ts'

/** A valid bootstrap document. */
export interface CheckedDocument {
  readonly document: unknown
  readonly bootstrap: Bootstrap
}

/**
 * Reads a bootstrap document (docs/bootstrap.md), and validates it before anything is written.
 * @throws FileProblem if it is not a JSON file, BootstrapProblem with the path of the first offending value
 */
export function readBootstrap(file: string, limits: Limits): CheckedDocument {
  const document = readJsonFile(file, 'bootstrap document')
  try {
    return { document, bootstrap: parseBootstrap(document, limits) }
  } catch (error) {
    throw namingFile(file, error)
  }
}
