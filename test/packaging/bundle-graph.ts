import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dynamicImports, staticImports } from '../../scripts/check/imported-modules.ts'

/**
 * Returns the packages that a built command loads at its start: those that its entry, and the modules that the entry
 * imports dynamically, reach by static imports.
 */
export function modulesLoadedAtStart(directory: string, entry: string): readonly string[] {
  const first = [entry, ...dynamicImports(entry, read(directory, entry)).map(localName)]
  const seen = new Set<string>()
  const visit = (file: string): readonly string[] => {
    if (seen.has(file)) return []
    seen.add(file)
    const imports = staticImports(file, read(directory, file))
    return imports.flatMap((specifier) => (specifier.startsWith('.') ? visit(localName(specifier)) : [specifier]))
  }
  return first.flatMap(visit)
}

/** Chunks are in the same folder. */
function localName(specifier: string): string {
  return specifier.replace(/^\.\//, '')
}

function read(directory: string, file: string): string {
  return readFileSync(join(directory, file), 'utf8')
}
