import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { inWorkspace, isTestFile, packageSourceFiles } from '../workspace/source-files.ts'
import { importsIn } from './imported-modules.ts'

/** The files that each file imports, by paths from the checkout's root. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

/** Returns the published files below a folder, with the imports between them, including type imports. */
export function importGraph(folder: string): ImportGraph {
  const isPublished = (path: string) =>
    path.startsWith(`${folder}/`) && !isTestFile(path) && !path.includes('/testing/')
  const paths = packageSourceFiles().filter(isPublished)
  return new Map(paths.map((path) => [path, importedFiles(path, paths)]))
}

function importedFiles(path: string, known: readonly string[]): readonly string[] {
  const imported = importsIn(path, readFileSync(inWorkspace(path), 'utf8'))
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => posix.join(posix.dirname(path), specifier))
  return imported.filter((target) => known.includes(target))
}

/** Returns the groups of files that import each other, directly or indirectly, each group once. */
export function importCycles(graph: ImportGraph): readonly (readonly string[])[] {
  const reach = new Map([...graph.keys()].map((path) => [path, reachable(graph, path)]))
  const reaches = (from: string, to: string) => reach.get(from)?.has(to) === true
  const inCycle = [...graph.keys()].filter((path) => reaches(path, path))
  const groups = inCycle.map((path) => inCycle.filter((other) => reaches(path, other) && reaches(other, path)))
  return groups.filter((group, index) => group[0] === inCycle[index])
}

function reachable(graph: ImportGraph, start: string): ReadonlySet<string> {
  const found = new Set<string>()
  const path = [start]
  for (let next = path.pop(); next !== undefined; next = path.pop()) {
    for (const target of graph.get(next) ?? []) {
      if (!found.has(target)) path.push(target)
      found.add(target)
    }
  }
  return found
}
