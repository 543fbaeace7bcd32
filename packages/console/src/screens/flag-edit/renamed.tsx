import { useQuery } from '../../api/query.ts'
import { openProject } from '../../session.ts'
import { edit as text } from '../../text/flag-edit.ts'

interface Props {
  /** Missing for a new flag, which no code calls yet. */
  readonly flagId: number | undefined
  readonly before: string
  readonly after: string
}

/** Shows the effect of a new key on code that calls the flag; nothing if the key is unchanged. */
export function Renamed({ flagId, before, after }: Props) {
  const isRenamed = flagId !== undefined && before !== after
  const { data } = useQuery(
    'retrieveFlagUsage',
    isRenamed ? { params: { project_id: openProject().id, id: flagId }, query: { date_from: '-6d' } } : null,
  )
  if (!isRenamed) return null
  // The two measures are never added up.
  const calls = Math.max(data?.totals.exposures ?? 0, data?.totals.evaluations ?? 0)
  return (
    <p class="card warn" role="status">
      {text.keyChanges(before)} {calls > 0 && text.keyCalls(calls)}
    </p>
  )
}
