import type { ComponentChildren } from 'preact'
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
import { canWrite as mayWriteDashboard } from '../dashboards/dashboard.ts'
import { canWrite } from '../flag/flag.ts'
import { RestoreVersion } from '../flag/restore-version.tsx'
import { VersionParts } from '../flag/version-parts.tsx'
import type { Entry } from './use-newest.ts'

/** A version of something that an entry tells of. */
export interface MadeVersion {
  readonly kind: 'FeatureFlag' | 'Cohort' | 'Dashboard'
  readonly id: number
  readonly version: number
  readonly name: string
}

/** Which version an entry made; undefined: of what has none. */
export function versionOf({ scope, item_id, version, detail }: Entry): MadeVersion | undefined {
  if (scope !== 'FeatureFlag' && scope !== 'Cohort' && scope !== 'Dashboard') return undefined
  return version === null ? undefined : { kind: scope, id: Number(item_id), version, name: detail.name ?? item_id }
}

interface Props {
  readonly of: MadeVersion
  readonly onClose: () => void
}

/** What going back to the version would change, and the way back for who may take it. */
export function VersionDialog({ of, onClose }: Props) {
  const Shown = SHOWN[of.kind]
  return <Shown of={of} onClose={onClose} />
}

const SHOWN = { FeatureFlag: FlagVersion, Cohort: CohortVersion, Dashboard: DashboardVersion } as const

function inputOf({ id }: MadeVersion) {
  return { params: { project_id: openProject().id, id } }
}

function versionInput(of: MadeVersion, version: number) {
  return { params: { ...inputOf(of).params, version } }
}

function FlagVersion({ of, onClose }: Props) {
  const flag = useQuery('retrieveFlag', inputOf(of))
  const { data } = flag
  const mayRestore = data !== undefined && data.version !== of.version && canWrite(data)
  const difference = useQuery('compareFlagVersions', mayRestore ? null : comparison(of, data?.version))
  if (mayRestore) return <RestoreVersion flag={data} version={of.version} onClose={onClose} />
  return (
    <Look of={of} current={data?.version} onClose={onClose}>
      <Answered query={data ? difference : { ...flag, data: undefined }} rows={4}>
        {({ changes }) => (
          <Becomes changes={changes}>
            <VersionParts flagId={of.id} changes={spokenChanges(changes)} />
          </Becomes>
        )}
      </Answered>
    </Look>
  )
}

function CohortVersion({ of, onClose }: Props) {
  const cohort = useQuery('retrieveCohort', inputOf(of))
  const difference = useQuery('compareCohortVersions', comparison(of, cohort.data?.version))
  const goBack = async (version: number) => {
    await call('restoreCohortVersion', versionInput(of, version))
    await refresh()
  }
  return (
    <Back of={of} current={cohort.data?.version} mayRestore={connected.value} goBack={goBack} onClose={onClose}>
      <Answered query={cohort.data ? difference : { ...cohort, data: undefined }} rows={4}>
        {({ changes }) => <Becomes changes={changes} />}
      </Answered>
    </Back>
  )
}

function DashboardVersion({ of, onClose }: Props) {
  const dashboard = useQuery('retrieveDashboard', inputOf(of))
  const difference = useQuery('compareDashboardVersions', comparison(of, dashboard.data?.version))
  const goBack = async (version: number) => {
    await call('restoreDashboardVersion', versionInput(of, version))
    await refresh()
  }
  const mayRestore = dashboard.data !== undefined && mayWriteDashboard(dashboard.data)
  return (
    <Back of={of} current={dashboard.data?.version} mayRestore={mayRestore} goBack={goBack} onClose={onClose}>
      <Answered query={dashboard.data ? difference : { ...dashboard, data: undefined }} rows={4}>
        {({ changes }) => <Becomes changes={changes} />}
      </Answered>
    </Back>
  )
}

function comparison(of: MadeVersion, current: number | undefined) {
  return current === undefined ? null : { ...versionInput(of, current), query: { to: String(of.version) } }
}

interface BackProps extends Props {
  readonly current: number | undefined
  readonly mayRestore: boolean
  readonly goBack: (version: number) => Promise<void>
  readonly children: ComponentChildren
}

function Back({ mayRestore, goBack, ...look }: BackProps) {
  const { of, current, onClose, children } = look
  if (!mayRestore || current === undefined || current === of.version) return <Look {...look} />
  const restore = async () => {
    await goBack(of.version)
    tell(text.wentBack(of.version), () => goBack(current))
  }
  const action = text.goBack(of.version)
  return (
    <Confirm title={activity.restoreTitle(of.version, of.name)} action={action} onConfirm={restore} onClose={onClose}>
      {children}
    </Confirm>
  )
}

/** The same for who may only look, and for the version that it is. */
function Look({ of, current, onClose, children }: Omit<BackProps, 'mayRestore' | 'goBack'>) {
  return (
    <Dialog title={activity.versionTitle(of.version, of.name)} onClose={onClose}>
      {current === of.version ? <p>{activity.isNow}</p> : children}
      <div class="actions">
        <button type="button" class="button" onClick={onClose}>
          {sentences.close}
        </button>
      </div>
    </Dialog>
  )
}

interface BecomesProps {
  readonly changes: readonly Change[]
  /** How they are shown; missing: field by field. */
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
