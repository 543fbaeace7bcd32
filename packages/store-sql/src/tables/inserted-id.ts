/** The id that an insert answered. */
export function insertedId(row: { readonly id: number } | undefined): number {
  if (!row) throw new Error('An insert answered no id.')
  return row.id
}
