/** The result of one check. */
export interface Check {
  readonly name: string
  readonly ok: boolean
  /** The finding; if the check failed, the remedy. */
  readonly detail: string
}

/** Runs one check. An error becomes the result of the check. */
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
