import { createInterface } from 'node:readline/promises'

interface Terminal {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
}

/** Asks on the terminal, on standard error so that the answer of the command stays alone, and takes only yes for yes. */
export async function confirm(
  question: string,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<boolean> {
  const lines = createInterface({ input, output })
  // The end of the input is no answer.
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
  const answer = await Promise.race([lines.question(`${question} [y/N] `), ended])
  lines.close()
  return /^y(es)?$/i.test(answer.trim())
}
