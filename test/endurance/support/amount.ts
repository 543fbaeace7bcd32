/** Returns the amount of work of a proof: from the environment variable, for trial runs, or else the promised one. */
export function amount(variable: string, promised: number): number {
  const text = process.env[variable]
  if (text === undefined || text === '') return promised
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`${variable} must be a whole number above zero, not ${text}`)
  return Number(text)
}
