import { posix } from 'node:path'
import { isTestFile } from '../workspace/source-files.ts'
import { floorProblem } from './floor-problems.ts'
import { FOLDER_RULES, PACKAGE_IMPORTS } from './import-rules.ts'
import type { Import } from './imported-modules.ts'

export interface CheckedFile {
  /** From the checkout's root, with forward slashes: `packages/core/src/data/records/flag.ts`. */
  readonly path: string
  readonly imports: readonly Import[]
  /** Names that the package.json of the package and of the workspace declare. */
  readonly declared: readonly string[]
}

/** The servers that tests start, which belong to no package. */
const TEST_SERVICES = 'test/services'

/** Returns one sentence for each import of a file that crosses a boundary of ARCHITECTURE.md. */
export function boundaryProblems(file: CheckedFile): readonly string[] {
  const allowed = allowedModules(file)
  if (!allowed) return [`${file.path}: its package has no line in scripts/check/import-rules.ts`]
  return file.imports.flatMap(({ specifier, line }) => {
    const reason = specifier.startsWith('.') ? relativeProblem(file.path, specifier) : moduleProblem(specifier, allowed)
    return reason ? [`${file.path}:${line}: ${specifier} ${reason}`] : []
  })
}

function allowedModules({ path, declared }: CheckedFile): readonly string[] | undefined {
  const ofPackage = PACKAGE_IMPORTS[packageFolder(path)]
  if (!ofPackage) return undefined
  const ofFolders = rulesFor(path).flatMap(({ mayAlsoImport }) => mayAlsoImport)
  return [...ofPackage, ...ofFolders, ...(isTestFile(path) ? ['node:', ...declared] : [])]
}

function relativeProblem(path: string, specifier: string): string | undefined {
  const target = posix.join(posix.dirname(path), specifier)
  if (isTestFile(path) && isWithin(target, TEST_SERVICES)) return undefined
  if (packageFolder(target) !== packageFolder(path)) return 'leaves its package: import the other one by its name'
  return isTestFile(path) ? undefined : floorProblem(path, target)
}

function moduleProblem(specifier: string, allowed: readonly string[]): string | undefined {
  const permitted = allowed.some((name) =>
    name.endsWith(':') ? specifier.startsWith(name) : isWithin(specifier, name),
  )
  return permitted ? undefined : `is not among what this package may import (${allowed.join(', ') || 'nothing'})`
}

function rulesFor(path: string) {
  return FOLDER_RULES.filter(({ folder }) => isWithin(path, folder))
}

function packageFolder(path: string): string {
  return /^packages\/([^/]+)\//.exec(path)?.[1] ?? ''
}

function isWithin(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`)
}
