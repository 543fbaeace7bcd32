import { useState } from 'preact/hooks'
import { useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { useLast } from '../../parts/use-last.ts'
import { activity } from '../../text/activity.ts'
import { inOrganization } from '../settings/organization.ts'
import { Days } from './days.tsx'

const STEP = 50
/** The most that one answer holds. */
const MOST = 1000

/** What happened to the organization and its people, for those who run it. */
export function OrganizationActivity() {
  const [size, setSize] = useState(STEP)
  const input = { params: inOrganization(), query: { page_size: String(size) } }
  const query = useLast(useQuery('listOrganizationActivity', input))
  return (
    <Answered query={query} rows={10}>
      {({ results, count }) => (
        <>
          {results.length === 0 && <p class="quiet">{activity.none}</p>}
          <Days entries={results} />
          {count > results.length && size < MOST && (
            <button type="button" class="button" onClick={() => setSize(Math.min(size + STEP, MOST))}>
              {activity.older}
            </button>
          )}
        </>
      )}
    </Answered>
  )
}
