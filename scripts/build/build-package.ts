import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'tsup'
import { isApplication, type WorkspacePackage } from '../workspace/workspace-packages.ts'
import { applicationBundle } from './application-bundle.ts'
import { libraryBundle } from './library-bundle.ts'

/** The file in `dist` that records the sources of an application's build. */
export const FINGERPRINT_FILE = '.fingerprint'

/** Writes the JavaScript of one package to its `dist`; declarations in it stay. */
export async function buildPackage(workspacePackage: WorkspacePackage): Promise<void> {
  removeLastBuild(join(workspacePackage.directory, 'dist'))
  const options = isApplication(workspacePackage)
    ? applicationBundle(workspacePackage)
    : libraryBundle(workspacePackage)
  await build({ ...options, config: false, silent: true })
}

/**
 * Removes the previous build: names of chunks contain hashes, so old chunks and their compiled code would accumulate.
 */
function removeLastBuild(directory: string): void {
  rmSync(join(directory, '.compiled'), { recursive: true, force: true })
  for (const file of globSync(['**/*.js', FINGERPRINT_FILE], { cwd: directory })) {
    rmSync(join(directory, file), { force: true })
  }
}
