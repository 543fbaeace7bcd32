import { type Place, type RecordKind, recordNotFound } from './record-not-found.ts'

/** The error for a missing record. */
export interface Sought {
  readonly kind: RecordKind
  readonly place: Place
  /** The text that the API reports instead of `Not found.` */
  readonly detail?: string | undefined
}

/** Returns the record with an id, or throws that there is none. */
export async function foundById<Found>(
  id: number,
  { kind, place, detail }: Sought,
  find: (id: number) => Promise<Found | undefined>,
): Promise<Found> {
  // An application may pass the text of a request, and databases treat NaN differently.
  const found = Number.isSafeInteger(id) ? await find(id) : undefined
  if (!found) throw recordNotFound(kind, id, place, detail)
  return found
}
