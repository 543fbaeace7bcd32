import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { importedModules } from '../check/imported-modules.ts'
import { inWorkspace, packageSourceFiles } from '../workspace/source-files.ts'

/** Returns the test files that use random data, directly or in their imports. */
export function drawingTests(paths = packageSourceFiles(), read = readSource): readonly string[] {
  const importers = new Map<string, string[]>()
  for (const path of paths) {
    for (const module of importedModules(path, read(path))) {
      const imported = module.startsWith('.') ? join(dirname(path), module) : module
      importers.set(imported, [...(importers.get(imported) ?? []), path])
    }
  }
  const drawing = new Set(importers.get('fast-check'))
  // The iteration of a set includes items that are added during it.
  for (const path of drawing) for (const importer of importers.get(path) ?? []) drawing.add(importer)
  return [...drawing].filter((path) => path.endsWith('.test.ts')).sort()
}

function readSource(path: string): string {
  return readFileSync(inWorkspace(path), 'utf8')
}
