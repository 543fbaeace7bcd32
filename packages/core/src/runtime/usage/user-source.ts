import type { UserSet } from './user-set.ts'

/** Users in whatever form they came, who can be added to a set. */
export interface UserSource {
  /** What they are kept in, about as large as it says; others may be kept in the same. */
  readonly keptIn: { readonly bytes: number }
  /** Adds all of them; answers whether that changed the set. */
  addTo(set: UserSet): boolean
}
