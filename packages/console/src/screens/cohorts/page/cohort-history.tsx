import { useState } from 'preact/hooks'
import { call } from '../../../api/call.ts'
import { connected } from '../../../api/connection.ts'
import { refresh, useQuery } from '../../../api/query.ts'
import { VersionsDialog } from '../../../parts/versions/versions-dialog.tsx'
import { type Cohort, inputOf } from '../cohort.ts'

const STEP = 20

interface Props {
  readonly cohort: Cohort
  readonly onClose: () => void
}

/** Lists the versions of a cohort. Each can be restored. */
export function CohortHistory({ cohort, onClose }: Props) {
  const [limit, setLimit] = useState(STEP)
  const query = useQuery('listCohortVersions', { ...inputOf(cohort.id), query: { limit: String(limit) } })
  return (
    <VersionsDialog
      query={query}
      current={cohort.version}
      mayRestore={connected.value && cohort.can_edit}
      goBack={(version) => goBack(cohort.id, version)}
      onMore={() => setLimit(limit + STEP)}
      onClose={onClose}
    />
  )
}

async function goBack(id: number, version: number): Promise<void> {
  const { params } = inputOf(id)
  await call('restoreCohortVersion', { params: { ...params, version } })
  await refresh()
}
