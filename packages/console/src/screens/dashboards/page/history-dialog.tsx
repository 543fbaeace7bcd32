import { useState } from 'preact/hooks'
import { call } from '../../../api/call.ts'
import { refresh, useQuery } from '../../../api/query.ts'
import { VersionsDialog } from '../../../parts/versions/versions-dialog.tsx'
import { canWrite, type Dashboard, inputOf } from '../dashboard.ts'

const STEP = 20

interface Props {
  readonly dashboard: Dashboard
  readonly onClose: () => void
}

/** Lists the versions with their authors, and restores them. */
export function HistoryDialog({ dashboard, onClose }: Props) {
  const [limit, setLimit] = useState(STEP)
  const query = useQuery('listDashboardVersions', { ...inputOf(dashboard.id), query: { limit: String(limit) } })
  return (
    <VersionsDialog
      query={query}
      current={dashboard.version}
      mayRestore={canWrite(dashboard)}
      goBack={(version) => goBack(dashboard.id, version)}
      onMore={() => setLimit(limit + STEP)}
      onClose={onClose}
    />
  )
}

async function goBack(id: number, version: number): Promise<void> {
  const { params } = inputOf(id)
  await call('restoreDashboardVersion', { params: { ...params, version } })
  await refresh()
}
