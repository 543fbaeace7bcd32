import type { Flag } from './flag.ts'

/** Returns the suffix of a deleted flag's key after another flag has taken that key (FLAG-14). */
export function tombstoneSuffix(flag: Pick<Flag, 'id'>): string {
  return `:deleted:${flag.id}`
}

/** Matches the suffix, which the key of a live flag never has. */
export const TOMBSTONE = /:deleted:\d+$/

/** Returns a flag's key without the suffix of deleted flags. */
export function originalKey({ id, key }: Pick<Flag, 'id' | 'key'>): string {
  const suffix = tombstoneSuffix({ id })
  return key.endsWith(suffix) ? key.slice(0, -suffix.length) : key
}
