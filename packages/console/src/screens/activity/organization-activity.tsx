import { call } from '../../api/call.ts'
import { useQuery } from '../../api/query.ts'
import { inOrganization } from '../settings/organization.ts'
import { EntryList, STEP } from './entry-list.tsx'
import type { Filters } from './filters.ts'
import { useEntries } from './use-entries.ts'

/** Shows the activity of the organization and its members to admins. Other filters create the component again. */
export function OrganizationActivity({ filters: { user, isGrouped } }: { readonly filters: Filters }) {
  const input = { params: inOrganization(), query: { page_size: String(STEP), ...(user && { user }) } }
  const query = useQuery('listOrganizationActivity', input)
  const shown = useEntries({
    key: JSON.stringify(input),
    query,
    endpoint: 'listOrganizationActivity',
    isSearch: false,
    isStreamed: false,
    loadOlder: (next) => {
      // New entries shift older ones to later pages. Each entry is shown once.
      const page = new URL(next).searchParams.get('page') ?? ''
      return call('listOrganizationActivity', { ...input, query: { ...input.query, page } })
    },
  })
  return <EntryList query={query} shown={shown} grouped={isGrouped} isFiltered={user !== ''} />
}
