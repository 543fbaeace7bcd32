// node scripts/build.ts           JavaScript and declarations of every public package
// node scripts/build.ts --clean   the same, from empty dist folders
// node scripts/build.ts --app     only what `npm start` runs, and only when a source has changed
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildApplications } from './build/build-applications.ts'
import { buildConsole, copyConsole } from './build/build-console.ts'
import { buildPackage } from './build/build-package.ts'
import { run } from './process/run.ts'
import { isApplication, publicPackages } from './workspace/workspace-packages.ts'

const { values: options } = parseArgs({ options: { app: { type: 'boolean' }, clean: { type: 'boolean' } } })

async function buildAll(): Promise<void> {
  const packages = publicPackages()
  if (options.clean) {
    for (const { directory } of packages) rmSync(join(directory, 'dist'), { recursive: true, force: true })
  }
  const [declarations] = await Promise.all([run('tsc', ['-b']), ...packages.map(buildPackage), buildConsole()])
  for (const { directory } of packages.filter(isApplication)) copyConsole(directory)
  process.stdout.write(declarations.output)
  if (declarations.code !== 0) process.exitCode = 1
}

if (options.app) await buildApplications()
else await buildAll()
