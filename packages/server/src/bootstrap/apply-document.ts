import { type AppliedBootstrap, applyBootstrap, type Context } from '@flagdeck/core'
import type { BootstrapDocument } from '@flagdeck/core/operations'
import { namingFile } from './bootstrap-problem.ts'

/**
 * Creates what a bootstrap document names and is missing.
 * @param file as the user named it
 * @throws BootstrapProblem when the database refuses an entry, such as a token that another project has
 */
export async function applyDocument(context: Context, file: string, document: unknown): Promise<AppliedBootstrap> {
  try {
    return await applyBootstrap(context, document as BootstrapDocument) // which it checks
  } catch (error) {
    throw namingFile(file, error)
  }
}
