import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from './temporary-folder.ts'

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url))

/** Returns the package as it is directly after its installation. */
export function installedPackage(folder = temporaryFolder()) {
  cpSync(join(PACKAGE, 'dist'), join(folder, 'dist'), {
    recursive: true,
    filter: (path) => !path.endsWith('.compiled'),
  })
  cpSync(join(PACKAGE, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(PACKAGE, 'node_modules'), join(folder, 'node_modules'))
  return { program: join(folder, 'dist/cli.js'), compiled: join(folder, 'dist/.compiled') }
}
