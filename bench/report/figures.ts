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

/** The ratios of a run, to three digits; an Error where two have one name, since only one could be kept. */
export function figuresOf(results: readonly Result[]): Figures {
  const figures = new Map<string, number>()
  for (const { name, ratio } of results) {
    if (ratio === null) continue
    if (figures.has(name)) throw new Error(`two figures are called "${name}"`)
    figures.set(name, Number(ratio.toPrecision(3)))
  }
  return Object.fromEntries(figures)
}
