import { applyBootstrap, type Bootstrap, BootstrapRefused, type Context } from '@flagdeck/core'
import { BootstrapProblem } from './bootstrap-problem.ts'
import { refusalComplaint, violationPath } from './violation-place.ts'

/**
 * Creates what a bootstrap document names and is missing.
 * @param file as the user named it
 * @throws BootstrapProblem when the database refuses an entry, such as a token that another project has
 */
export async function applyDocument(context: Context, file: string, bootstrap: Bootstrap): Promise<void> {
  try {
    await applyBootstrap(context, bootstrap)
  } catch (error) {
    if (!(error instanceof BootstrapRefused)) throw error
    throw new BootstrapProblem(
      file,
      [...error.path, ...violationPath(error.attr)],
      refusalComplaint(error.message),
      error,
    )
  }
}
