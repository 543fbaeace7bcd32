import { useQuery } from '../../api/query.ts'
import type { ChartMark } from '../../parts/chart/chart.tsx'
import { changeSentence } from '../../text/flag-change.ts'
import { inputOf, personName } from './flag.ts'

const MOST = 30

/** When the flag was changed since then, by whom and how: marks for a chart. */
export function useChangeMarks(id: number, since: string): readonly ChartMark[] {
  const { data } = useQuery('listFlagActivity', { ...inputOf(id), query: { limit: String(MOST) } })
  return (data?.results ?? [])
    .filter(({ created_at }) => created_at >= since)
    .map(({ created_at, user, activity, detail }) => ({
      at: created_at,
      label: `${personName(user)} ${changeSentence(activity, detail.changes)}`,
    }))
}
