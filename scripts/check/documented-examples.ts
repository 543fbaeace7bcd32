import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publishedEntries } from '../workspace/manifest.ts'
import { inWorkspace } from '../workspace/source-files.ts'
import { workspacePackages } from '../workspace/workspace-packages.ts'
import { exportedNames } from './exported-names.ts'

/** The code of an `@example`, or a program in a document, with its position. */
export interface Example {
  /** From the checkout's root. */
  readonly path: string
  /** The first line of the code, counted from 1. */
  readonly line: number
  readonly code: string
}

/** One entry point of a package. */
interface Entry {
  readonly module: string
  /** Its file, from the checkout's root. */
  readonly source: string
  readonly folder: string
  readonly names: readonly string[]
}

const EXAMPLE = /^ \* @example\n((?: \*(?!\/).*\n)+?)(?: \* @| \*\/)/gm

/** Returns the examples in the comments of a source. */
export function examplesIn(path: string, source: string): readonly Example[] {
  return [...source.matchAll(EXAMPLE)].map((match) => ({
    path,
    line: source.slice(0, match.index).split('\n').length + 1,
    code: (match[1] ?? '').replaceAll(/^ \* ?/gm, ''),
  }))
}

/** Returns the examples in the files that declare the exports of packages, each once. */
export function publishedExamples(entries: readonly Entry[]): readonly Example[] {
  const paths = new Set(entries.flatMap(({ source }) => exportedNames(source).map(({ path }) => path)))
  return [...paths].flatMap((path) => examplesIn(path, readFileSync(inWorkspace(path), 'utf8')))
}

/** Guides with complete programs that no example contains. */
const GUIDES = ['docs/guides/move-up.md']

const PROGRAM = /^```(?:ts|js)\n(import .*?)^```/gms

/** Returns the complete programs in a document. */
export function programsIn(path: string, text: string): readonly Example[] {
  return [...text.matchAll(PROGRAM)].map((match) => ({
    path,
    line: text.slice(0, match.index).split('\n').length + 1,
    code: match[1] ?? '',
  }))
}

/** Returns the complete programs in guides, except those that are copies of an example. */
export function guidePrograms(): readonly Example[] {
  return GUIDES.flatMap((path) => programsIn(path, readFileSync(inWorkspace(path), 'utf8')))
}

/** Returns every entry point of every package. */
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
 * Returns an example as a separate module. It imports the names that the example uses from the packages, from its own
 * package first, unless the example declares them or they are given. A program with imports stays unchanged.
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

/** Whether the source declares the name, directly or by destructuring. */
function declares(source: string, name: string): boolean {
  return new RegExp(`\\b(const|let|function) (\\{[^}]*\\b)?${name}\\b`).test(source)
}
