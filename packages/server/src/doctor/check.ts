/** The result of one check. */
export interface Check {
  readonly name: string
  readonly ok: boolean
  /** The finding; for a failed check, the remedy. */
  readonly detail: string
}

/** Runs one check. An error is its result. */
export async function check(
  name: string,
  run: () => Promise<string> | string,
  explain: (error: unknown) => string,
): Promise<Check> {
  try {
    return { name, ok: true, detail: await run() }
  } catch (error) {
    return { name, ok: false, detail: explain(error) }
  }
}
