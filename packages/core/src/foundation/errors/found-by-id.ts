import { type Place, type RecordKind, recordNotFound } from './record-not-found.ts'

/** What to report when there is no such record. */
export interface Sought {
  readonly kind: RecordKind
  readonly place: Place
  /** What the API reports instead of `Not found.` */
  readonly detail?: string | undefined
}

/** The record that has an id, or the refusal that none has. */
export async function foundById<Found>(
  id: number,
  { kind, place, detail }: Sought,
  find: (id: number) => Promise<Found | undefined>,
): Promise<Found> {
  // An application may pass the text of a request; databases differ in how they treat NaN.
  const found = Number.isSafeInteger(id) ? await find(id) : undefined
  if (!found) throw recordNotFound(kind, id, place, detail)
  return found
}
