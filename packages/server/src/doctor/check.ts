/** One thing that was looked at. */
export interface Check {
  readonly name: string
  readonly ok: boolean
  /** What was found; for a failed check, what to do. */
  readonly detail: string
}

/** Looks at one thing; what goes wrong is the outcome of the check. */
export async function check(
  name: string,
  look: () => Promise<string> | string,
  explain: (error: unknown) => string,
): Promise<Check> {
  try {
    return { name, ok: true, detail: await look() }
  } catch (error) {
    return { name, ok: false, detail: explain(error) }
  }
}
