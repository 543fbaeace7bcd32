/** How much of something a proof does: what the environment variable says, for trying it out, else what it promises. */
export function amount(variable: string, promised: number): number {
  const text = process.env[variable]
  if (text === undefined || text === '') return promised
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`${variable} must be a whole number above zero, not ${text}`)
  return Number(text)
}
