import { isMet, type Result } from './result.ts'

const HEADINGS = ['what', 'Flagdeck', 'beside', 'ratio', 'aim', 'met']

/** Returns the results as lines of a table, with headings. */
export function resultsTable(results: readonly Result[]): string {
  const rows = [HEADINGS, ...results.map(cells)]
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function cells(result: Result): string[] {
  const { name, unit, flagdeck, ratio } = result
  return [
    name,
    `${figure(flagdeck)} ${unit}`,
    besideText(result),
    ratio === null ? '' : figure(ratio),
    aimText(result),
    metText(result),
  ]
}

function besideText({ beside, unit }: Result): string {
  if (beside === null) return ''
  const { name, figure: value } = beside
  return typeof value === 'number' ? `${name} ${figure(value)} ${unit}` : `${name} ${value}`
}

function aimText({ aim, ratio, unit }: Result): string {
  if (aim === null) return ''
  const [sign, value] = 'atLeast' in aim ? ['≥', aim.atLeast] : ['≤', aim.atMost]
  return `${sign} ${figure(value)}${ratio === null ? ` ${unit}` : ''}`
}

function metText(result: Result): string {
  const met = isMet(result)
  if (met === null) return ''
  return met ? 'yes' : 'NO'
}

/** Formats a figure with three digits, which are all that is certain. */
function figure(value: number): string {
  return value.toLocaleString('en-US', value < 1000 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 })
}
