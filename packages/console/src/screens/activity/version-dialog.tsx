import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { connected } from '../../api/connection.ts'
import { refresh, useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Difference } from '../../parts/difference/difference.tsx'
import { tell } from '../../parts/toasts.tsx'
import { openProject } from '../../session.ts'
import { activity } from '../../text/activity.ts'
import { type Change, spokenChanges } from '../../text/flag-change.ts'
import { sentences } from '../../text/frame.ts'
import { versions as text } from '../../text/versions.ts'
import { canWrite as canWriteDashboard } from '../dashboards/dashboard.ts'
import { canWrite } from '../flag/flag.ts'
import { RestoreVersion } from '../flag/restore-version.tsx'
import { VersionParts } from '../flag/version-parts.tsx'
import type { Entry } from './entries.ts'

/** The version of a record that a change created. */
export interface MadeVersion {
  readonly kind: 'FeatureFlag' | 'Cohort' | 'Dashboard'
  readonly id: number
  readonly version: number
  readonly name: string
}

/** Returns the version that an entry created; undefined if its record has no versions. */
export function versionOf({ scope, item_id, version, detail }: Entry): MadeVersion | undefined {
  if (scope !== 'FeatureFlag' && scope !== 'Cohort' && scope !== 'Dashboard') return undefined
  return version == null ? undefined : { kind: scope, id: Number(item_id), version, name: detail.name ?? item_id }
}

/** Whether the dialog shows the difference, or asks for confirmation and restores the version. */
export type VersionView = 'compare' | 'restore'

interface Props {
  readonly of: MadeVersion
  readonly view: VersionView
  readonly onClose: () => void
}

/** Shows the changes that restoring a version would make. Users who may edit the record can restore it here. */
export function VersionDialog({ view, ...props }: Props) {
  const [shownView, setView] = useState(view)
  const Shown = SHOWN[props.of.kind]
  return <Shown {...props} view={shownView} onRestore={() => setView('restore')} />
}

interface ShownProps extends Props {
  /** Opens the confirmation. */
  readonly onRestore: () => void
}

const SHOWN = { FeatureFlag: FlagVersion, Cohort: CohortVersion, Dashboard: DashboardVersion } as const

export function inputOf({ id }: MadeVersion) {
  return { params: { project_id: openProject().id, id } }
}

function versionInput(of: MadeVersion, version: number) {
  return { params: { ...inputOf(of).params, version } }
}

function FlagVersion({ of, view, onRestore, onClose }: ShownProps) {
  const flag = useQuery('retrieveFlag', inputOf(of))
  const { data } = flag
  const mayRestore = data !== undefined && data.version !== of.version && canWrite(data)
  const isRestoring = mayRestore && view === 'restore'
  const difference = useQuery('compareFlagVersions', isRestoring ? null : comparison(of, data?.version))
  if (isRestoring) return <RestoreVersion flag={data} version={of.version} onClose={onClose} />
  return (
    <Comparison of={of} current={data?.version} onRestore={mayRestore ? onRestore : undefined} onClose={onClose}>
      <Answered query={data ? difference : { ...flag, data: undefined }} rows={4}>
        {({ changes }) => (
          <Becomes changes={changes}>
            <VersionParts flagId={of.id} changes={spokenChanges(changes)} />
          </Becomes>
        )}
      </Answered>
    </Comparison>
  )
}

function CohortVersion({ of, ...props }: ShownProps) {
  const cohort = useQuery('retrieveCohort', inputOf(of))
  const { data } = cohort
  const difference = useQuery('compareCohortVersions', comparison(of, data?.version))
  const goBack = async (version: number) => {
    await call('restoreCohortVersion', versionInput(of, version))
    await refresh()
  }
  const mayRestore = data?.can_edit === true && !data.deleted && connected.value
  return (
    <Restorable {...props} of={of} current={data?.version} mayRestore={mayRestore} goBack={goBack}>
      <Answered query={data ? difference : { ...cohort, data: undefined }} rows={4}>
        {({ changes }) => <Becomes changes={changes} />}
      </Answered>
    </Restorable>
  )
}

function DashboardVersion({ of, ...props }: ShownProps) {
  const dashboard = useQuery('retrieveDashboard', inputOf(of))
  const { data } = dashboard
  const difference = useQuery('compareDashboardVersions', comparison(of, data?.version))
  const goBack = async (version: number) => {
    await call('restoreDashboardVersion', versionInput(of, version))
    await refresh()
  }
  const mayRestore = data !== undefined && canWriteDashboard(data)
  return (
    <Restorable {...props} of={of} current={data?.version} mayRestore={mayRestore} goBack={goBack}>
      <Answered query={data ? difference : { ...dashboard, data: undefined }} rows={4}>
        {({ changes }) => <Becomes changes={changes} />}
      </Answered>
    </Restorable>
  )
}

function comparison(of: MadeVersion, current: number | undefined) {
  return current === undefined ? null : { ...versionInput(of, current), query: { to: String(of.version) } }
}

interface RestorableProps extends ShownProps {
  readonly current: number | undefined
  readonly mayRestore: boolean
  readonly goBack: (version: number) => Promise<void>
  readonly children: ComponentChildren
}

function Restorable({ view, mayRestore, goBack, onRestore, ...props }: RestorableProps) {
  const { of, current, onClose, children } = props
  const isPossible = mayRestore && current !== undefined && current !== of.version
  if (!isPossible || view === 'compare') return <Comparison {...props} onRestore={isPossible ? onRestore : undefined} />
  const restore = async () => {
    await goBack(of.version)
    tell(text.wentBack(of.version), () => goBack(current))
  }
  const action = text.goBack(of.version)
  return (
    <Confirm
      size="wide"
      title={activity.restoreTitle(of.version, of.name)}
      action={action}
      onConfirm={restore}
      onClose={onClose}
    >
      {children}
    </Confirm>
  )
}

interface ComparisonProps extends Omit<Props, 'view'> {
  readonly current: number | undefined
  /** Undefined if the user cannot restore the version, or if it is the current one. */
  readonly onRestore: (() => void) | undefined
  readonly children: ComponentChildren
}

function Comparison({ of, current, onRestore, onClose, children }: ComparisonProps) {
  return (
    <Dialog size="wide" title={activity.versionTitle(of.version, of.name)} onClose={onClose}>
      {current === of.version ? <p>{activity.isCurrent}</p> : children}
      <div class="actions">
        {onRestore && (
          <button type="button" class="button" onClick={onRestore}>
            {text.goBack(of.version)}
          </button>
        )}
        <button type="button" class="button" onClick={onClose}>
          {sentences.close}
        </button>
      </div>
    </Dialog>
  )
}

interface BecomesProps {
  readonly changes: readonly Change[]
  /** The difference; by default it is shown field by field. */
  readonly children?: ComponentChildren
}

function Becomes({ changes, children }: BecomesProps) {
  const spoken = spokenChanges(changes)
  if (spoken.length === 0) return <p class="quiet">{activity.same}</p>
  return (
    <>
      <p class="quiet">{activity.wouldChange}</p>
      {children ?? <Difference changes={spoken} />}
    </>
  )
}
