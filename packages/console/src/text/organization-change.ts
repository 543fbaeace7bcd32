import { ownValue } from '../parts/own-value.ts'
import type { ChangePart, ReportedChange } from './change-parts.ts'
import { levels } from './levels.ts'

/** Returns a change to a member, an invitation or an API key in words; undefined for other records and changes. */
export function organizationParts({ scope, activity, detail }: ReportedChange): readonly ChangePart[] | undefined {
  const of = (name: string) => detail.changes.find(({ field }) => field === name)
  const level = of('level')
  switch (scope) {
    case 'OrganizationMembership':
      if (activity === 'created') return [{ label: 'Joined as', after: levelName(level?.after).toLowerCase() }]
      if (activity === 'deleted') return [{ label: 'No longer a member' }]
      return level && [{ before: levelName(level.before), after: levelName(level.after) }]
    case 'OrganizationInvite':
      if (activity === 'created') return [{ label: 'Invited as', after: levelName(level?.after).toLowerCase() }]
      if (activity === 'deleted') return [{ label: 'Invitation withdrawn' }]
      return of('accepted_at')?.after ? [{ label: 'Accepted the invitation' }] : undefined
    case 'PersonalAPIKey':
      if (activity === 'created') return [{ label: 'Created API key' }]
      return activity === 'deleted' ? [{ label: 'Deleted API key' }] : undefined
    default:
      return undefined
  }
}

function levelName(level: unknown): string {
  return ownValue(levels, String(level)) ?? String(level)
}
