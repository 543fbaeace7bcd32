/** Returns the id of an inserted row. */
export function insertedId(row: { readonly id: number } | undefined): number {
  if (!row) throw new Error('An insert answered no id.')
  return row.id
}
