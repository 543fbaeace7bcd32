import { boundComments, keptCollections } from './kept-collections.ts'

export interface SourceFile {
  /** From the checkout's root. */
  readonly path: string
  readonly source: string
}

/**
 * Matches a comment about a collection whose lifetime is that of a short-lived object, or whose bound is named
 * elsewhere.
 */
const MORTAL = /^(dies with|is as large as) \S/
const LINE = /^OUT-8 ([a-z0-9-]+)$/
/** A row of the table: its name, its subject, the number, the bytes, and the behavior above the bound. */
const ROW = /^\| `([a-z0-9-]+)` \|([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|$/gm

/**
 * Returns one sentence for each difference between the table of OUT-8 and the sources: a long-lived collection without
 * a row, a row that no source uses, or a row without a bound.
 */
export function boundProblems(files: readonly SourceFile[], rules: string): readonly string[] {
  const rows = [...rules.matchAll(ROW)].map(([, name = '', ...cells]) => ({ name, cells }))
  const lines = new Set(rows.map(({ name }) => name))
  const named = new Set<string>()
  const inFiles = files.flatMap((file) => fileProblems(file, lines, named))
  return [...inFiles, ...rows.flatMap((row, at) => rowProblems(row, named, rows.slice(0, at)))]
}

function fileProblems({ path, source }: SourceFile, lines: ReadonlySet<string>, named: Set<string>): string[] {
  const unbound = keptCollections(path, source).filter(({ bound }) => bound === undefined)
  const wrong = boundComments(path, source).flatMap(({ text, line }) => {
    const name = LINE.exec(text)?.[1]
    if (name === undefined) return MORTAL.test(text) ? [] : [`${path}:${line}: "Bound: ${text}" ${FORMS}`]
    named.add(name)
    return lines.has(name) ? [] : [`${path}:${line}: the table of OUT-8 has no line \`${name}\`.`]
  })
  return [
    ...unbound.map(({ name, line }) => `${path}:${line}: ${name} is kept: name its bound above it. It ${FORMS}`),
    ...wrong,
  ]
}

const FORMS = 'has to be "Bound: OUT-8 name-of-a-line", "Bound: dies with …" or "Bound: is as large as …".'

interface Row {
  readonly name: string
  readonly cells: readonly string[]
}

function rowProblems({ name, cells }: Row, named: ReadonlySet<string>, before: readonly Row[]): string[] {
  const place = `docs/behaviour/outages.md: the line \`${name}\` of OUT-8`
  return [
    ...(named.has(name) ? [] : [`${place} is about nothing in the sources.`]),
    ...(before.some((row) => row.name === name) ? [`${place} appears twice.`] : []),
    ...(cells.every((cell) => cell.trim() !== '') ? [] : [`${place} lacks a cell.`]),
  ]
}
