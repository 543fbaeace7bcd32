import { ConditionSourcesContext, useConditionSources } from '../../parts/conditions/condition-sources.ts'
import type { Change } from '../../text/flag-change.ts'
import { type Draft, differences } from '../flag-edit/draft.ts'
import { PartTable } from '../flag-edit/part-table.tsx'

interface Props {
  readonly flagId: number
  readonly changes: readonly Change[]
}

/** What two versions of a flag differ in, as an edit would show it before it is saved. */
export function VersionParts({ flagId, changes }: Props) {
  const sources = useConditionSources(flagId)
  return (
    <ConditionSourcesContext.Provider value={sources}>
      <PartTable differences={differences(sideOf(changes, 'before'), sideOf(changes, 'after'))} />
    </ConditionSourcesContext.Provider>
  )
}

function sideOf(changes: readonly Change[], side: 'before' | 'after'): Partial<Draft> {
  return Object.fromEntries(changes.map((change) => [change.field, change[side]])) // fields as the API names them
}
