import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runOrThrow } from '../../test/packaging/run-or-throw.ts'

const FOR_USE = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']

/**
 * Installs a package with npm, and its runtime dependencies, into a new folder. Returns the folder.
 * @param spec a name with its exact version, or the path of a tarball
 */
export async function installPackage(parent: string, name: string, spec: string): Promise<string> {
  const folder = join(parent, name)
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true }))
  await runOrThrow('npm', ['install', ...FOR_USE, spec], { cwd: folder })
  return folder
}
