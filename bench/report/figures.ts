import { readFileSync, writeFileSync } from 'node:fs'
import type { Result } from './result.ts'

/** Ratios by the name of the measurement. Only ratios can be compared between machines and days. */
export type Figures = Readonly<Record<string, number>>

/** The figures in the repository, from quiet runs. */
const FILE = new URL('../figures.json', import.meta.url)

export function keptFigures(): Figures {
  // Only `keepFigures` writes the file.
  return JSON.parse(readFileSync(FILE, 'utf8')) as Figures
}

/** Stores the ratios of a run; those that it did not measure stay unchanged. */
export function keepFigures(results: readonly Result[]): void {
  const all = { ...keptFigures(), ...figuresOf(results) }
  const sorted = Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(FILE, `${JSON.stringify(sorted, null, 2)}\n`)
}

/**
 * Returns the ratios of a run, with three digits. Throws an Error if two have the same name, because only one could be
 * stored.
 */
export function figuresOf(results: readonly Result[]): Figures {
  const figures = new Map<string, number>()
  for (const { name, ratio } of results) {
    if (ratio === null) continue
    if (figures.has(name)) throw new Error(`two figures are called "${name}"`)
    figures.set(name, Number(ratio.toPrecision(3)))
  }
  return Object.fromEntries(figures)
}
