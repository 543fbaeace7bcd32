import { useQuery } from '../../api/query.ts'
import type { ChartMark } from '../../parts/chart/chart.tsx'
import { changeSentence } from '../../text/flag-change.ts'
import { inputOf, personName } from './flag.ts'

const MOST = 30

/**
 * Returns marks for a chart: each change of the flag since a moment, with its author. Undefined while they load.
 * @param id undefined for a chart without a flag
 */
export function useChangeMarks(id: number | undefined, since: string): readonly ChartMark[] | undefined {
  const input = id === undefined ? null : { ...inputOf(id), query: { limit: String(MOST) } }
  const { data, problem } = useQuery('listFlagActivity', input)
  if (input && !data && !problem) return undefined
  return (data?.results ?? [])
    .filter(({ created_at }) => created_at >= since)
    .map(({ created_at, user, activity, detail }) => ({
      at: created_at,
      label: `${personName(user)} ${changeSentence(activity, detail.changes)}`,
    }))
}
