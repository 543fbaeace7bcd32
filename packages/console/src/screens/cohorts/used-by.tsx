import type { ComponentChildren } from 'preact'
import { useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { href } from '../../route.ts'
import { cohorts as text } from '../../text/cohorts.ts'
import { inputOf } from './cohort.ts'

/** The flags and cohorts whose conditions look at a cohort. */
export function UsedBy({ id }: { readonly id: number }) {
  const query = useQuery('listCohortDependents', inputOf(id))
  return (
    <Answered query={query} rows={2}>
      {({ feature_flags: flags, cohorts }) =>
        flags.length + cohorts.length === 0 ? (
          <p class="quiet">{text.unused}</p>
        ) : (
          <>
            {flags.length > 0 && (
              <Links>
                {flags.map((flag) => (
                  <li key={flag.id}>
                    <a class="mono" href={href('flags', flag.id)}>
                      {flag.key}
                    </a>
                  </li>
                ))}
              </Links>
            )}
            {cohorts.length > 0 && (
              <>
                <h3>{text.usedByCohorts}</h3>
                <Links>
                  {cohorts.map((cohort) => (
                    <li key={cohort.id}>
                      <a href={href('cohorts', cohort.id)}>
                        <bdi>{cohort.name}</bdi>
                      </a>
                    </li>
                  ))}
                </Links>
              </>
            )}
          </>
        )
      }
    </Answered>
  )
}

function Links({ children }: { readonly children: ComponentChildren }) {
  return <ul class="row wrap used-by">{children}</ul>
}
