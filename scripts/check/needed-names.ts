import { posix } from 'node:path'
import { parseSync } from 'oxc-parser'
import type { ExportedName, ReadSource } from './exported-names.ts'
import { type Mentions, mentionedTypes } from './mentioned-types.ts'

/** Where a name is declared, or taken from. */
interface Place {
  readonly path: string
  readonly name: string
}

/** A file of a package, as far as types lead from one to another. */
interface TypeFile {
  readonly mentions: ReadonlyMap<string, Mentions>
  /** What it takes from other files of its package, or hands on, by the name it has here. */
  readonly origins: ReadonlyMap<string, Place>
}

/** Answers what stands in a file, which it reads once. */
export type TypeFiles = (path: string) => TypeFile

/** Reads files for `neededNames`. */
export function typeFiles(read: ReadSource): TypeFiles {
  const known = new Map<string, TypeFile>()
  return (path) => {
    const file = known.get(path) ?? typeFile(path, read(path))
    known.set(path, file)
    return file
  }
}

/**
 * Of what a door exports, what is needed: what is taken, the types that its functions take and answer, those of its parts
 * that have functions themselves, and so on. Parts that are nothing but data are not: whoever has the whole has them.
 */
export function neededNames(
  exported: readonly ExportedName[],
  isTaken: (name: string) => boolean,
  files: TypeFiles,
): ReadonlySet<string> {
  const taken = exported.filter(({ name }) => isTaken(name))
  const reached = reachedTypes(
    taken.map(({ path, declaredAs }) => ({ path, name: declaredAs })),
    files,
  )
  const needed = exported.filter((each) => reached.has(idOf({ path: each.path, name: each.declaredAs })))
  return new Set([...taken, ...needed].map(({ name }) => name))
}

/** The types that somebody writes down who uses functions of these. */
function reachedTypes(roots: readonly Place[], files: TypeFiles): ReadonlySet<string> {
  const seen = new Set<string>()
  const reached = new Set<string>()
  const open = roots.map((place) => ({ place, isPart: false }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const found = declaredBy(files, next.place)
    if (!found) continue
    const { place, mentions } = found
    const id = idOf(place)
    if (mentions.isCallable || !next.isPart) reached.add(id)
    if (seen.has(id)) continue
    seen.add(id)
    const placed = (name: string) => ({ path: place.path, name })
    open.push(...mentions.ofFunctions.map((name) => ({ place: placed(name), isPart: false })))
    open.push(...mentions.ofParts.map((name) => ({ place: placed(name), isPart: true })))
  }
  return reached
}

function idOf({ path, name }: Place): string {
  return `${path}#${name}`
}

function declaredBy(
  files: TypeFiles,
  place: Place,
): { readonly place: Place; readonly mentions: Mentions } | undefined {
  const { mentions, origins } = files(place.path)
  const own = mentions.get(place.name)
  if (own) return { place, mentions: own }
  const origin = origins.get(place.name)
  return origin && declaredBy(files, origin)
}

function typeFile(path: string, source: string): TypeFile {
  const { staticImports, staticExports } = parseSync(path, source).module
  const imported = staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.map(({ localName, importName }) => originOf(path, localName.value, moduleRequest.value, importName.name)),
  )
  const handedOn = staticExports.flatMap(({ entries }) =>
    entries.map(({ moduleRequest, exportName, importName }) =>
      originOf(path, exportName.name, moduleRequest?.value, importName.name),
    ),
  )
  return { mentions: mentionedTypes(path, source), origins: new Map([...imported, ...handedOn].flat()) }
}

/** Nothing for what comes from another package, and for a whole file. */
function originOf(
  path: string,
  name: string | null,
  specifier: string | undefined,
  original: string | null,
): readonly (readonly [string, Place])[] {
  if (name === null || original === null || !specifier?.startsWith('.') || !/\.tsx?$/.test(specifier)) return []
  return [[name, { path: posix.join(posix.dirname(path), specifier), name: original }]]
}
