// pnpm bench             every case
// pnpm bench NAME        cases whose name contains NAME
// pnpm bench --compare   compares with the ratios in figures.json; exits with 1 if one is worse by more than a fifth
// pnpm bench --keep      writes the ratios to figures.json; use it only on a quiet machine
// Without --compare, the run fails only if a case cannot be measured, regardless of the figures.
import { parseArgs } from 'node:util'
import { CASES } from './cases/index.ts'
import { compareFigures, differenceLines, hasSlid } from './report/compare-figures.ts'
import { environment } from './report/environment.ts'
import { keepFigures, keptFigures } from './report/figures.ts'
import type { Result } from './report/result.ts'
import { resultsTable } from './report/results-table.ts'

const { values: options, positionals } = parseArgs({
  options: { compare: { type: 'boolean' }, keep: { type: 'boolean' } },
  allowPositionals: true,
})
const wanted = positionals.join(' ')
const chosen = CASES.filter(({ name }) => name.includes(wanted))
const names = CASES.map(({ name }) => name)

if (chosen.length === 0) {
  console.error(`No case has "${wanted}" in its name. There are:\n${names.join('\n')}`)
  process.exit(1)
}

console.log(`${environment()}\n`)
const results: Result[] = []
for (const { name, run } of chosen) {
  console.error(`measuring ${name} …`)
  results.push(...(await run()))
}
console.log(`\n${resultsTable(results)}`)

if (options.compare) {
  const differences = compareFigures(results, keptFigures())
  console.log(`\nbeside the figures that were kept:\n${differenceLines(differences)}`)
  if (differences.some(hasSlid)) process.exitCode = 1
}
if (options.keep) keepFigures(results)
