import { notFound } from './domain-error.ts'

/** What has an id, or the refusal that nothing has. */
export async function foundById<Found>(
  id: number,
  find: (id: number) => Promise<Found | undefined>,
  detail?: string,
): Promise<Found> {
  // An application may hand in whatever became of a request's text; what databases say to NaN differs.
  const found = Number.isSafeInteger(id) ? await find(id) : undefined
  if (!found) throw notFound(detail)
  return found
}
