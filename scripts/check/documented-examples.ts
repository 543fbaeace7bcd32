import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publishedEntries } from '../workspace/manifest.ts'
import { inWorkspace } from '../workspace/source-files.ts'
import { workspacePackages } from '../workspace/workspace-packages.ts'
import { exportedNames } from './exported-names.ts'

/** The code of an `@example`, or a program in a document, and where it stands. */
export interface Example {
  /** From the checkout's root. */
  readonly path: string
  /** Line of the code's beginning, counted from 1. */
  readonly line: number
  readonly code: string
}

/** One entry of a package. */
interface Entry {
  readonly module: string
  /** Its file, from the checkout's root. */
  readonly source: string
  readonly folder: string
  readonly names: readonly string[]
}

const EXAMPLE = /^ \* @example\n((?: \*(?!\/).*\n)+?)(?: \* @| \*\/)/gm

/** The examples in the comments of a source. */
export function examplesIn(path: string, source: string): readonly Example[] {
  return [...source.matchAll(EXAMPLE)].map((match) => ({
    path,
    line: source.slice(0, match.index).split('\n').length + 1,
    code: (match[1] ?? '').replaceAll(/^ \* ?/gm, ''),
  }))
}

/** The examples in the files that declare what packages export, each once. */
export function publishedExamples(entries: readonly Entry[]): readonly Example[] {
  const paths = new Set(entries.flatMap(({ source }) => exportedNames(source).map(({ path }) => path)))
  return [...paths].flatMap((path) => examplesIn(path, readFileSync(inWorkspace(path), 'utf8')))
}

/** Guides with whole programs that no example has. */
const GUIDES = ['docs/guides/move-up.md']

const PROGRAM = /^```(?:ts|js)\n(import .*?)^```/gms

/** The whole programs in a document. */
export function programsIn(path: string, text: string): readonly Example[] {
  return [...text.matchAll(PROGRAM)].map((match) => ({
    path,
    line: text.slice(0, match.index).split('\n').length + 1,
    code: match[1] ?? '',
  }))
}

/** The whole programs in guides, but for those that are an example's own. */
export function guidePrograms(): readonly Example[] {
  return GUIDES.flatMap((path) => programsIn(path, readFileSync(inWorkspace(path), 'utf8')))
}

/** Every entry of every package. */
export function publishedModules(): readonly Entry[] {
  return workspacePackages().flatMap(({ folder, manifest }) =>
    Object.entries(publishedEntries(manifest)).map(([entry, path]) => {
      const source = join('packages', folder, path)
      return {
        module: join(manifest.name, entry),
        source,
        folder,
        names: exportedNames(source).map(({ name }) => name),
      }
    }),
  )
}

/**
 * An example as a module of its own: what it uses of the packages is imported, of its own package first, unless it makes
 * it itself or takes it for granted. A program that imports is one already.
 */
export function exampleModule({ path, code }: Example, entries: readonly Entry[], given: string): string {
  if (code.startsWith('import ')) return code
  const isOwn = ({ folder }: Entry) => path.startsWith(`packages/${folder}/`)
  const inOrder = [...entries.filter(isOwn), ...entries.filter((entry) => !isOwn(entry))]
  const words = [...new Set(code.match(/\b[A-Za-z]\w*\b/g))].filter((word) => !declares(`${code}\n${given}`, word))
  const imports = words.flatMap((word) => {
    const entry = inOrder.find(({ names }) => names.includes(word))
    return entry ? [`import { ${word} } from '${entry.module}'`] : []
  })
  return [...imports, 'export {}', code].join('\n')
}

/** Whether it is made there, by itself or taken out of an object. */
function declares(source: string, name: string): boolean {
  return new RegExp(`\\b(const|let|function) (\\{[^}]*\\b)?${name}\\b`).test(source)
}
