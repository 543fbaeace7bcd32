import { useQuery } from '../../api/query.ts'
import type { ChartMark } from '../../parts/chart/chart.tsx'
import { usageText } from '../../text/flag-page.ts'
import { inputOf, personName } from './flag.ts'

const MOST = '30'

/** When the flag was changed since then, and by whom: marks for a chart. */
export function useChangeMarks(id: number, since: string): readonly ChartMark[] {
  const { data } = useQuery('listFlagVersions', { ...inputOf(id), query: { limit: MOST } })
  return (data?.results ?? [])
    .filter(({ created_at }) => created_at >= since)
    .map(({ created_at, user, version }) => ({
      at: created_at,
      label: usageText.changedBy(personName(user), version),
    }))
}
