import type { Flag } from './flag.ts'

/** What stands behind the key of a deleted flag when another one has taken it (FLAG-14). */
export function tombstoneSuffix(flag: Pick<Flag, 'id'>): string {
  return `:deleted:${flag.id}`
}

/** What no live flag has as its key. */
export const TOMBSTONE = /:deleted:\d+$/

/** A flag's key without the suffix of its tombstone. */
export function originalKey({ id, key }: Pick<Flag, 'id' | 'key'>): string {
  const suffix = tombstoneSuffix({ id })
  return key.endsWith(suffix) ? key.slice(0, -suffix.length) : key
}
