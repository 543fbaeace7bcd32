import { flagDeletion } from './rules/flag-deletion.ts'
import { flagFields } from './rules/flag-fields.ts'
import { flagLists } from './rules/flag-lists.ts'
import { flagUpdates } from './rules/flag-updates.ts'
import type { NewWorld } from './support/world.ts'

/** Everything that the API has to keep to, by subject. */
export const API_RULES: Readonly<Record<string, (newWorld: NewWorld) => void>> = {
  'fields of a flag': flagFields,
  'lists of flags': flagLists,
  'updates of a flag': flagUpdates,
  'deletion of a flag': flagDeletion,
}
