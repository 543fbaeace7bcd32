import { connected } from '../../api/connection.ts'
import { useQuery } from '../../api/query.ts'
import { activity } from '../../text/activity.ts'
import { mayChange as mayChangeDashboard } from '../dashboards/dashboard.ts'
import { inputOf, type MadeVersion, type VersionView } from './version-dialog.tsx'

interface Props {
  readonly of: MadeVersion
  /** Whether the list proves that no version is newer. */
  readonly isNewest: boolean
  /** Whether the row has the pointer or the focus. Only then is the record loaded. */
  readonly isNear: boolean
  readonly onOpen: (view: VersionView) => void
}

/**
 * Compares and restores the version of an entry, unless it is the current one (CONSOLE-332). "Restore" is offered once
 * the loaded record allows it.
 */
export function RowActions({ of, isNewest, isNear, onOpen }: Props) {
  const record = useRecord(of, isNear)
  const isCurrent = record ? record.version === of.version : isNewest
  if (isCurrent) return null
  const isOffered = record?.mayRestore === true && connected.value
  return (
    <span class="activity-actions">
      <button type="button" class="button link" onClick={() => onOpen('compare')}>
        {activity.compare}
        <span class="visually-hidden"> {activity.versionOf(of.version, of.name)}</span>
      </button>
      {isOffered ? (
        <button type="button" class="button link" onClick={() => onOpen('restore')}>
          {activity.restore}
          <span class="visually-hidden"> {activity.versionOf(of.version, of.name)}</span>
        </button>
      ) : (
        // Reserves the place, so that "Compare" does not move away from the pointer when the record is loaded.
        <span class="button link place" aria-hidden="true">
          {activity.restore}
        </span>
      )}
    </span>
  )
}

function useRecord(
  of: MadeVersion,
  isNear: boolean,
): { readonly version: number; readonly mayRestore: boolean } | undefined {
  const input = (kind: MadeVersion['kind']) => (isNear && of.kind === kind ? inputOf(of) : null)
  const flag = useQuery('retrieveFlag', input('FeatureFlag')).data
  const cohort = useQuery('retrieveCohort', input('Cohort')).data
  const dashboard = useQuery('retrieveDashboard', input('Dashboard')).data
  if (dashboard) return { version: dashboard.version, mayRestore: mayChangeDashboard(dashboard) }
  const record = flag ?? cohort
  return record && { version: record.version, mayRestore: record.can_edit && !record.deleted }
}
