import { useState } from 'preact/hooks'
import { call, type Output } from '../../../api/call.ts'
import { refresh, useQuery } from '../../../api/query.ts'
import { Answered } from '../../../parts/answered.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Time } from '../../../parts/time.tsx'
import { tell } from '../../../parts/toasts.tsx'
import { useDoing } from '../../../parts/use-doing.ts'
import { Wrong } from '../../../parts/wrong.tsx'
import { dashboards as text } from '../../../text/dashboards.ts'
import { sentences } from '../../../text/frame.ts'
import { personName } from '../../flag/flag.ts'
import { canWrite, type Dashboard, inputOf } from '../dashboard.ts'

type Version = Output<'listDashboardVersions'>['results'][number]

const STEP = 20

interface Props {
  readonly dashboard: Dashboard
  readonly onClose: () => void
}

/** Who made which version, and the way back to each. */
export function HistoryDialog({ dashboard, onClose }: Props) {
  const doing = useDoing()
  const [limit, setLimit] = useState(STEP)
  const query = useQuery('listDashboardVersions', { ...inputOf(dashboard.id), query: { limit: String(limit) } })
  const restore = (version: number) =>
    doing.run(async () => {
      await goBack(dashboard.id, version)
      tell(text.wentBack(version), () => goBack(dashboard.id, dashboard.version))
      onClose()
    })
  return (
    <Dialog title={text.history} onClose={onClose}>
      <Answered query={query} rows={5}>
        {({ results, count }) => (
          <>
            <ol class="stack versions">
              {results.map((version) => (
                <Entry key={version.version} version={version} dashboard={dashboard} onRestore={restore} />
              ))}
            </ol>
            {count > results.length && (
              <button type="button" class="button" onClick={() => setLimit(limit + STEP)}>
                {text.older}
              </button>
            )}
          </>
        )}
      </Answered>
      <Wrong problem={doing.problem} />
      <div class="actions">
        <button type="button" class="button" onClick={onClose}>
          {sentences.close}
        </button>
      </div>
    </Dialog>
  )
}

async function goBack(id: number, version: number): Promise<void> {
  const { params } = inputOf(id)
  await call('restoreDashboardVersion', { params: { ...params, version } })
  await refresh()
}

interface EntryProps {
  readonly version: Version
  readonly dashboard: Dashboard
  readonly onRestore: (version: number) => void
}

function Entry({ version: { version, activity, user, fields, created_at }, dashboard, onRestore }: EntryProps) {
  return (
    <li class="row wrap">
      <span class="grow">
        <b>{personName(user)}</b> {text.did(activity, fields)}
        <span class="quiet small">
          {' '}
          {text.version(version)}, <Time at={created_at} />
        </span>
      </span>
      {version !== dashboard.version && canWrite(dashboard) && (
        <button type="button" class="button" onClick={() => onRestore(version)}>
          {text.goBack(version)}
        </button>
      )}
    </li>
  )
}
