import { useQuery } from '../../../api/query.ts'
import type { ChartMark } from '../../../parts/chart/chart.tsx'
import { openProject } from '../../../session.ts'
import { useChangeMarks } from '../../flag/use-change-marks.ts'
import type { Tile } from '../dashboard.ts'
import { fromQuery } from '../question/from-query.ts'

/** Returns the changes of the flag that a tile counts. Tiles about several flags have no marks. */
export function useTileMarks({
  query,
  resolved_date_range: range,
}: NonNullable<Tile['insight']>): readonly ChartMark[] {
  const { flags = [] } = fromQuery(query) ?? {}
  const key = flags.length === 1 && range ? flags[0] : undefined
  const input = key === undefined ? null : { params: { project_id: openProject().id }, query: { key, limit: '1' } }
  const { data } = useQuery('listFlags', input)
  return useChangeMarks(data?.results[0]?.id, range?.date_from ?? '') ?? []
}
