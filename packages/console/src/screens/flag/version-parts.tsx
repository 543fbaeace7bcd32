import {
  ConditionSourcesContext,
  referencesOfSets,
  useConditionNames,
} from '../../parts/conditions/condition-sources.ts'
import type { Change } from '../../text/flag-change.ts'
import { type Draft, differences } from '../flag-edit/draft.ts'
import { PartTable } from '../flag-edit/part-table.tsx'

interface Props {
  readonly flagId: number
  readonly changes: readonly Change[]
}

/** Shows the differences between two versions of a flag, in the same form as an edit before it is saved. */
export function VersionParts({ flagId, changes }: Props) {
  const sides = [sideOf(changes, 'before'), sideOf(changes, 'after')] as const
  const sources = useConditionNames(referencesOfSets(sides.flatMap(({ filters }) => filters?.groups ?? [])))
  return (
    <ConditionSourcesContext.Provider value={{ ...sources, flagId }}>
      <PartTable differences={differences(...sides)} />
    </ConditionSourcesContext.Provider>
  )
}

function sideOf(changes: readonly Change[], side: 'before' | 'after'): Partial<Draft> {
  return Object.fromEntries(changes.map((change) => [change.field, change[side]])) // fields with their names in the API
}
