// pnpm bench         every case
// pnpm bench NAME    those whose name contains NAME
// Figures decide nothing: the run fails only when a case cannot be measured.
import { CASES } from './cases/index.ts'
import { environment } from './report/environment.ts'
import type { Result } from './report/result.ts'
import { resultsTable } from './report/results-table.ts'

const wanted = process.argv.slice(2).join(' ')
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
