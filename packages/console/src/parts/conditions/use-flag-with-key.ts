import type { Output } from '../../api/call.ts'
import { useQuery } from '../../api/query.ts'
import { openProject } from '../../session.ts'

type ListedFlag = Output<'listFlags'>['results'][number]

/** Flags whose keys differ in case only: the API ignores case in `key`. */
const MOST_ALIKE = '20'

/** The flag with exactly this key, archived or not; null: there is none; undefined: this is not known, or no key is given. */
export function useFlagWithKey(key: string | undefined): ListedFlag | null | undefined {
  const params = { project_id: openProject().id }
  const query = { key: key ?? '', limit: MOST_ALIKE }
  // A list contains either live or archived flags.
  const live = useQuery('listFlags', key === undefined ? null : { params, query })
  const archived = useQuery('listFlags', key === undefined ? null : { params, query: { ...query, archived: 'true' } })
  if (!live.data || !archived.data) return undefined
  return [...live.data.results, ...archived.data.results].find((flag) => flag.key === key) ?? null
}
