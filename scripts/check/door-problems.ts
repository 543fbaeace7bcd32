import { posix } from 'node:path'
import { type ExportedName, exportedNames, type ReadSource } from './exported-names.ts'
import {
  declaredBy,
  idOf,
  type Place,
  reachedTypes,
  type TypeFiles,
  typeFiles,
  typesOfMethods,
} from './needed-names.ts'
import { takenNames } from './taken-names.ts'

/** An entry point of a package. */
export interface Door {
  /** The specifier in imports: `@flagdeck/core/store`. */
  readonly module: string
  /** Its file, from the checkout's root. */
  readonly source: string
  /** The folder of its package below `packages/`. */
  readonly folder: string
}

/** A program or a document. */
export interface Reader {
  /** From the checkout's root. */
  readonly path: string
  readonly text: string
}

const GUIDE = /(^|\/)README\.md$|^docs\/(?!adr\/).*\.md$/
const BLOCK = /^```[\s\S]*?^```/gm
const INLINE_NAME = /`([A-Za-z]\w*)(?:[(<][^`\n]*)?`/g

/**
 * Returns one sentence for each exported name that is not needed, and for each name that two entry points export. A
 * name is needed if code outside its package imports it, if a guide contains it, or if a needed name mentions it: a
 * function that takes or returns it, or a type that has it as a part.
 */
export function doorProblems(doors: readonly Door[], readers: readonly Reader[], read: ReadSource): readonly string[] {
  const takers = takersOf(readers)
  const named = namedInGuides(readers)
  const opened = doors.map((door) => ({ door, exported: exportedNames(door.source, read) }))
  const taken = opened.flatMap(({ door, exported }) =>
    exported.filter(({ name }) => named.has(name) || isTakenOutside(takers, door, name)),
  )
  const reached = reachedTypes(taken.map(placeOf), typeFiles(read))
  const isNeeded = (each: ExportedName) => taken.includes(each) || reached.has(idOf(placeOf(each)))
  const unneeded = opened.flatMap(({ door, exported }) =>
    exported
      .filter((each) => !isNeeded(each))
      .map(({ name }) => `${door.source}: ${name} is exported, and nobody outside of the package needs it.`),
  )
  return [...unneeded, ...leavingTwice(opened)]
}

/**
 * Returns one sentence for each type that a method of `face` takes or returns, but no entry point exports under its own
 * name.
 */
export function shutIn(face: Place, doors: readonly Door[], read: ReadSource): readonly string[] {
  const files = typeFiles(read)
  const leaving = new Set(
    doors.flatMap(({ source }) => exportedNames(source, read).flatMap((each) => idsOf(each, files))),
  )
  return typesOfMethods(face, posix.dirname(face.path), files)
    .filter((place) => !leaving.has(idOf(place)))
    .map(({ path, name }) => `${path}: ${name} leaves by no door, and a method of ${face.name} takes or answers it.`)
}

/** Returns no ids for members of a namespace: the compiler does not search there for the name of a type. */
function idsOf(exported: ExportedName, files: TypeFiles): readonly string[] {
  const declared = exported.name.includes('.') ? undefined : declaredBy(files, placeOf(exported))
  return declared ? [idOf(declared.place)] : []
}

function placeOf({ path, declaredAs }: ExportedName): Place {
  return { path, name: declaredAs }
}

/** Returns the paths of the files that import a name, by module and name. */
function takersOf(readers: readonly Reader[]): ReadonlyMap<string, ReadonlySet<string>> {
  const takers = new Map<string, Set<string>>()
  for (const { path, text } of readers) {
    for (const { module, name } of takenNames(text)) {
      const id = `${module} ${name}`
      takers.set(id, (takers.get(id) ?? new Set()).add(path))
    }
  }
  return takers
}

function isTakenOutside(
  takers: ReadonlyMap<string, ReadonlySet<string>>,
  { module, folder }: Door,
  name: string,
): boolean {
  const [namespace, member] = name.split('.')
  const ways = [name, '*', ...(member === undefined ? [] : [`${namespace}.*`])]
  const paths = ways.flatMap((way) => [...(takers.get(`${module} ${way}`) ?? [])])
  return paths.some((path) => !path.startsWith(`packages/${folder}/`))
}

/**
 * Returns the names in sentences of guides, such as `name` or `name(…)`. Imports of their programs are counted like
 * those of other programs.
 */
function namedInGuides(readers: readonly Reader[]): ReadonlySet<string> {
  const sentences = readers.filter(({ path }) => GUIDE.test(path)).map(({ text }) => text.replaceAll(BLOCK, ''))
  return new Set(sentences.flatMap((text) => [...text.matchAll(INLINE_NAME)].map(([, name = '']) => name)))
}

interface OpenedDoor {
  readonly door: Door
  readonly exported: readonly ExportedName[]
}

function leavingTwice(opened: readonly OpenedDoor[]): readonly string[] {
  const firstDoors = new Map<string, string>()
  return opened.flatMap(({ door, exported }) =>
    exported.flatMap(({ name, path, declaredAs }) => {
      const id = `${path}#${declaredAs}`
      const first = firstDoors.get(id)
      if (first === undefined) firstDoors.set(id, door.module)
      return first === undefined ? [] : [`${door.source}: ${name} leaves by ${first} already.`]
    }),
  )
}
