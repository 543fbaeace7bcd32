import { useQuery } from '../../../api/query.ts'
import { openProject } from '../../../session.ts'

/** The maximum number of flags whose keys differ only in case: the API compares keys case-insensitively. */
const LIKELY = '20'

/** Whether no flag of the project, archived or not, has a key; false while that is unknown. */
export function useIsUnknownFlag(key: string): boolean {
  const params = { project_id: openProject().id }
  const live = useQuery('listFlags', { params, query: { key, limit: LIKELY } })
  const archived = useQuery('listFlags', { params, query: { key, limit: LIKELY, archived: 'true' } })
  if (!live.data || !archived.data) return false
  return ![...live.data.results, ...archived.data.results].some((flag) => flag.key === key)
}
