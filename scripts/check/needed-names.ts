import { posix } from 'node:path'
import { parseSync } from 'oxc-parser'
import type { ReadSource } from './exported-names.ts'
import { type Mentions, mentionedTypes } from './mentioned-types.ts'

/** A name, with the file that declares or imports it. */
export interface Place {
  readonly path: string
  readonly name: string
}

/** A file of a package, with the types that it declares and imports. */
interface TypeFile {
  readonly mentions: ReadonlyMap<string, Mentions>
  /** The names that it imports from other files of its package, or re-exports, by their local names. */
  readonly origins: ReadonlyMap<string, Place>
}

/** Returns the types in a file, which it reads once. */
export type TypeFiles = (path: string) => TypeFile

/** Returns a function that reads files, to follow types through them. */
export function typeFiles(read: ReadSource): TypeFiles {
  const known = new Map<string, TypeFile>()
  return (path) => {
    const file = known.get(path) ?? typeFile(path, read(path))
    known.set(path, file)
    return file
  }
}

/**
 * Returns the types that users of these types may have to name: the types that their functions take and return, all
 * their parts, and so on. Compiled declarations name a part if an exported function returns it.
 */
export function reachedTypes(roots: readonly Place[], files: TypeFiles): ReadonlySet<string> {
  const reached = walk(roots, files, () => true)
  return new Set(reached.map(({ place }) => idOf(place)))
}

/**
 * Returns the types that the methods of `face` take and return, and those of its parts that are declared in the same
 * folder.
 */
export function typesOfMethods(face: Place, folder: string, files: TypeFiles): readonly Place[] {
  const faces = walk([face], files, ({ path }) => path.startsWith(folder))
  const mentioned = faces
    .filter(({ place }) => place.path.startsWith(folder))
    .flatMap(({ place, mentions }) => mentions.ofFunctions.map((name) => ({ path: place.path, name })))
  const declared = mentioned.flatMap((place) => declaredBy(files, place)?.place ?? [])
  return [...new Map(declared.map((place) => [idOf(place), place])).values()]
}

/** Returns every declaration that these lead to, each once. Declarations that are not `open` lead no further. */
function walk(roots: readonly Place[], files: TypeFiles, isOpen: (place: Place) => boolean): readonly Declared[] {
  const found = new Map<string, Declared>()
  const open = [...roots]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const declared = declaredBy(files, next)
    if (!declared || found.has(idOf(declared.place))) continue
    const { place, mentions } = declared
    found.set(idOf(place), declared)
    if (!isOpen(place)) continue
    open.push(...[...mentions.ofFunctions, ...mentions.ofParts].map((name) => ({ path: place.path, name })))
  }
  return [...found.values()]
}

/** Returns the id of a declaration, which is the same for all imports of it. */
export function idOf({ path, name }: Place): string {
  return `${path}#${name}`
}

interface Declared {
  readonly place: Place
  readonly mentions: Mentions
}

/** Returns the declaration of a name in a file, if it is in the same package. */
export function declaredBy(files: TypeFiles, place: Place): Declared | undefined {
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

/** Returns undefined for names of other packages, and for whole files. */
function originOf(
  path: string,
  name: string | null,
  specifier: string | undefined,
  original: string | null,
): readonly (readonly [string, Place])[] {
  if (name === null || original === null || !specifier?.startsWith('.') || !/\.tsx?$/.test(specifier)) return []
  return [[name, { path: posix.join(posix.dirname(path), specifier), name: original }]]
}
