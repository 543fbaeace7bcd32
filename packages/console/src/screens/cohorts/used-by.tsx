import { useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { href } from '../../route.ts'
import { openProject } from '../../session.ts'
import { cohorts as text } from '../../text/cohorts.ts'
import type { Flag } from '../flag/flag.ts'

/** As many as a page of the API may have. */
const LOOKED_AT = 1000

/** The flags whose conditions look at a cohort. */
export function UsedBy({ id }: { readonly id: number }) {
  const query = useQuery('listFlags', { params: { project_id: openProject().id }, query: { limit: String(LOOKED_AT) } })
  return (
    <Answered query={query} rows={2}>
      {({ results, count }) => {
        const users = results.filter((flag) => looksAt(flag, id))
        return (
          <>
            {users.length === 0 ? (
              <p class="quiet">{text.unused}</p>
            ) : (
              <ul class="row wrap used-by">
                {users.map((flag) => (
                  <li key={flag.id}>
                    <a class="mono" href={href('flags', flag.id)}>
                      {flag.key}
                    </a>
                  </li>
                ))}
              </ul>
            )}
            {count > results.length && <p class="quiet small">{text.lookedAt(results.length)}</p>}
          </>
        )
      }}
    </Answered>
  )
}

function looksAt({ filters }: Pick<Flag, 'filters'>, id: number): boolean {
  const filtersOfAll = (filters.groups ?? []).flatMap(({ properties }) => properties ?? [])
  return filtersOfAll.some(({ type, value }) => type === 'cohort' && String(value) === String(id))
}
