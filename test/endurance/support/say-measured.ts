/** Prints the figures of a proof in addition to its result: a limit that is almost reached is otherwise invisible. */
export function sayMeasured(what: string, figures: Readonly<Record<string, number | string>>): void {
  const text = Object.entries(figures).map(([name, figure]) => `${name} ${rounded(figure)}`)
  process.stderr.write(`MEASURED ${what}: ${text.join(', ')}\n`)
}

function rounded(figure: number | string): number | string {
  return typeof figure === 'number' ? Math.round(figure * 10) / 10 : figure
}
