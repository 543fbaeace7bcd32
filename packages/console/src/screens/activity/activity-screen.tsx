import { place } from '../../route.ts'
import { runsOrganization } from '../../session.ts'
import { type ActivityKind, activity } from '../../text/activity.ts'
import { places } from '../../text/frame.ts'
import './activity.css'
import { ActivityFilters, ORGANIZATION } from './activity-filters.tsx'
import { OrganizationActivity } from './organization-activity.tsx'
import { ProjectActivity } from './project-activity.tsx'

/** Who did what in the project, by days, the newest first; and in the organization, for those who run it. */
export function ActivityScreen() {
  const { query } = place.value
  const kind = query.get('kind') ?? ''
  const person = query.get('person') ?? ''
  const ofOrganization = kind === ORGANIZATION && runsOrganization.value
  const scope = kind in activity.kinds ? (kind as ActivityKind) : null // one of its keys
  return (
    <div class="screen stack">
      <div class="head">
        <h1>{places.activity}</h1>
      </div>
      <ActivityFilters kind={ofOrganization ? ORGANIZATION : scope} person={person} />
      {ofOrganization ? (
        <OrganizationActivity />
      ) : (
        <ProjectActivity key={`${scope} ${person}`} kind={scope} person={person} />
      )}
    </div>
  )
}
