import { useQuery } from '../../../api/query.ts'
import { openProject } from '../../../session.ts'

/** As many as differ from a key in case only: the API compares keys in any case. */
const LIKELY = '20'

/** Whether no flag of the project has a key, archived or not; false while that is not known. */
export function useIsUnknownFlag(key: string): boolean {
  const params = { project_id: openProject().id }
  const live = useQuery('listFlags', { params, query: { key, limit: LIKELY } })
  const archived = useQuery('listFlags', { params, query: { key, limit: LIKELY, archived: 'true' } })
  if (!live.data || !archived.data) return false
  return ![...live.data.results, ...archived.data.results].some((flag) => flag.key === key)
}
