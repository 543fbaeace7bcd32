import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'tsup'
import { isApplication, type WorkspacePackage } from '../workspace/workspace-packages.ts'
import { applicationBundle } from './application-bundle.ts'
import { libraryBundle } from './library-bundle.ts'

/** Name in `dist` of the record of what an application was built from. */
export const FINGERPRINT_FILE = '.fingerprint'

/** Writes the JavaScript of one package to its `dist`; declarations there stay. */
export async function buildPackage(workspacePackage: WorkspacePackage): Promise<void> {
  removeLastBuild(join(workspacePackage.directory, 'dist'))
  const options = isApplication(workspacePackage)
    ? applicationBundle(workspacePackage)
    : libraryBundle(workspacePackage)
  await build({ ...options, config: false, silent: true })
}

/** Chunk names carry hashes, so those of the build before would pile up, and what was compiled of them. */
function removeLastBuild(directory: string): void {
  rmSync(join(directory, '.compiled'), { recursive: true, force: true })
  for (const file of globSync(['**/*.js', FINGERPRINT_FILE], { cwd: directory })) {
    rmSync(join(directory, file), { force: true })
  }
}
