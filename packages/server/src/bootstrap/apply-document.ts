import { type AppliedBootstrap, applyBootstrap, type Context } from '@flagdeck/core'
import type { BootstrapDocument } from '@flagdeck/core/operations'
import { namingFile } from './bootstrap-problem.ts'

/**
 * Creates what a bootstrap document lists and the database lacks.
 * @param file as the user named it
 * @throws BootstrapProblem if an entry conflicts with the database, such as the token of another project
 */
export async function applyDocument(context: Context, file: string, document: unknown): Promise<AppliedBootstrap> {
  try {
    return await applyBootstrap(context, document as BootstrapDocument) // which it checks
  } catch (error) {
    throw namingFile(file, error)
  }
}
