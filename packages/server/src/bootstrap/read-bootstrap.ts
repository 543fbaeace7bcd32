import { type Bootstrap, type Limits, parseBootstrap } from '@flagdeck/core'
import { readJsonFile } from '../files/read-json-file.ts'
import { namingFile } from './bootstrap-problem.ts'

/** A bootstrap document that was found to be one. */
export interface CheckedDocument {
  readonly document: unknown
  readonly bootstrap: Bootstrap
}

/**
 * Reads a bootstrap document (docs/bootstrap.md), and checks it before anything is begun.
 * @throws FileProblem when it is no JSON file, BootstrapProblem with the path of the first offending value
 */
export function readBootstrap(file: string, limits: Limits): CheckedDocument {
  const document = readJsonFile(file, 'bootstrap document')
  try {
    return { document, bootstrap: parseBootstrap(document, limits) }
  } catch (error) {
    throw namingFile(file, error)
  }
}
