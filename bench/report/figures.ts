import { readFileSync, writeFileSync } from 'node:fs'
import type { Result } from './result.ts'

/** Ratios by the name of what was measured: those alone can be compared between machines, and between days. */
export type Figures = Readonly<Record<string, number>>

/** The figures that are kept in the repository, of quiet runs. */
const FILE = new URL('../figures.json', import.meta.url)

export function keptFigures(): Figures {
  // Nobody but `keepFigures` writes it.
  return JSON.parse(readFileSync(FILE, 'utf8')) as Figures
}

/** Keeps the ratios of a run; what it did not measure stays as it was. */
export function keepFigures(results: readonly Result[]): void {
  const all = { ...keptFigures(), ...figuresOf(results) }
  const sorted = Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(FILE, `${JSON.stringify(sorted, null, 2)}\n`)
}

/** The ratios of a run, to three digits. */
export function figuresOf(results: readonly Result[]): Figures {
  return Object.fromEntries(
    results.flatMap(({ name, ratio }) => (ratio === null ? [] : [[name, Number(ratio.toPrecision(3))]])),
  )
}
