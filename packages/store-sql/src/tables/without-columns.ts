/** Returns the columns of a row that an update replaces: all except these. */
export function withoutColumns<Row extends object, Name extends keyof Row>(
  row: Row,
  ...names: readonly Name[]
): Omit<Row, Name> {
  const kept = Object.entries(row).filter(([name]) => !(names as readonly PropertyKey[]).includes(name))
  return Object.fromEntries(kept) as Omit<Row, Name> // exactly those columns were left out
}
