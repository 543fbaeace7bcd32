import { readFileSync } from 'node:fs'
import { declaredDependencies, readManifest } from '../workspace/manifest.ts'
import { inWorkspace, packageSourceFiles } from '../workspace/source-files.ts'
import { workspacePackages } from '../workspace/workspace-packages.ts'
import { workspaceRoot } from '../workspace/workspace-root.ts'
import { boundaryProblems } from './boundary-problems.ts'
import type { CheckResult } from './check-part.ts'
import { type Import, importsIn } from './imported-modules.ts'

/** Validates every import in the packages against the permitted imports of ARCHITECTURE.md. */
export function checkBoundaries(): CheckResult {
  const ofWorkspace = declaredDependencies(readManifest(workspaceRoot))
  const problems = workspacePackages().flatMap(({ folder, manifest }) => {
    const declared = [manifest.name, ...declaredDependencies(manifest), ...ofWorkspace]
    return sourcesOf(folder).flatMap((path) => boundaryProblems({ path, imports: importsOf(path), declared }))
  })
  return { passed: problems.length === 0, output: problems.join('\n') }
}

function sourcesOf(folder: string): readonly string[] {
  return packageSourceFiles().filter((path) => path.startsWith(`packages/${folder}/`))
}

function importsOf(path: string): readonly Import[] {
  return importsIn(path, readFileSync(inWorkspace(path), 'utf8'))
}
