import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { inWorkspace, isTestFile, packageSourceFiles } from '../workspace/source-files.ts'
import { workspaceRoot } from '../workspace/workspace-root.ts'

/** Returns a hash of everything that determines a bundle: sources, manifests, the lockfile and the build scripts. */
export function sourceFingerprint(): string {
  const hash = createHash('sha256')
  for (const path of inputFiles())
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(inWorkspace(path)))
      .update('\0')
  return hash.digest('hex')
}

function inputFiles(): readonly string[] {
  const others = globSync(
    [
      'packages/*/package.json',
      'packages/console/{index.html,public/*,src/**/*.css}',
      'pnpm-lock.yaml',
      'scripts/build.ts',
      'scripts/build/*.ts',
    ],
    { cwd: workspaceRoot },
  )
  return [...packageSourceFiles().filter((path) => !isTestFile(path)), ...others].sort()
}
