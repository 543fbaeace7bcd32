import { Suspense } from 'preact/compat'
import { useState } from 'preact/hooks'
import { lazy } from '../../parts/lazy.ts'
import { href } from '../../route.ts'
import { runsOrganization } from '../../session.ts'
import { activity, activityExport } from '../../text/activity.ts'
import { places } from '../../text/frame.ts'
import './activity.css'
import { ActivityFilters } from './activity-filters.tsx'
import { filtersInPlace, ORGANIZATION } from './filters.ts'
import { OrganizationActivity } from './organization-activity.tsx'
import { ProjectActivity } from './project-activity.tsx'

const ExportDialog = lazy(() => import('./export-dialog.tsx').then((module) => module.ExportDialog))

/** Shows the activity of the project by day, newest first. Admins can also read the activity of the organization. */
export function ActivityScreen() {
  const [isExporting, setIsExporting] = useState(false)
  const filters = filtersInPlace()
  const { isGrouped: _, ...narrowing } = filters
  const List = filters.kind === ORGANIZATION ? OrganizationActivity : ProjectActivity
  return (
    <div class="screen stack">
      <div class="head">
        <h1 class="grow">{places.activity}</h1>
        <button type="button" class="button" onClick={() => setIsExporting(true)}>
          {activityExport.open}
        </button>
      </div>
      <ActivityFilters filters={filters} />
      {filters.kind === null && filters.flag === '' && runsOrganization.value && (
        <div class="row wrap small">
          <span class="quiet">{activity.elsewhere}</span>
          <a href={`${href('activity')}?kind=${ORGANIZATION}`}>{activity.ofOrganization}</a>
        </div>
      )}
      <List key={JSON.stringify(narrowing)} filters={filters} />
      {isExporting && (
        <Suspense fallback={null}>
          <ExportDialog filters={filters} onClose={() => setIsExporting(false)} />
        </Suspense>
      )}
    </div>
  )
}
