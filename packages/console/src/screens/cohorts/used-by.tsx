import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Output } from '../../api/call.ts'
import { useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { whole } from '../../parts/number.ts'
import { href } from '../../route.ts'
import { cohorts as text } from '../../text/cohorts.ts'
import { inputOf } from './cohort.ts'

type Dependents = Output<'listCohortDependents'>

/** Shows the flags and cohorts whose conditions depend on a cohort, and what prevents its deletion (COHORT-10). */
export function UsedBy({ id }: { readonly id: number }) {
  const query = useQuery('listCohortDependents', inputOf(id))
  return (
    <Answered query={query} rows={2}>
      {(dependents) =>
        isUsed(dependents) ? <Dependents dependents={dependents} /> : <p class="quiet">{text.unused}</p>
      }
    </Answered>
  )
}

/** Whether the server would refuse to delete the cohort. Disabled flags count (COHORT-42). */
export function isUsed({ feature_flags: flags, cohorts }: Dependents): boolean {
  return flags.length + cohorts.length > 0
}

/** Links to all dependents. Disabled flags are marked. */
export function Dependents({ dependents }: { readonly dependents: Dependents }) {
  const { feature_flags: flags, cohorts } = dependents
  return (
    <>
      <Links title={text.usedByFlags}>
        {flags.map((flag) => (
          <li key={flag.id} class="row">
            <a class="mono grow ellipsis" href={href('flags', flag.id)} title={flag.key}>
              {flag.key}
            </a>
            {!flag.active && <span class="quiet small">{text.off}</span>}
          </li>
        ))}
      </Links>
      <Links title={text.usedByCohorts}>
        {cohorts.map((cohort) => (
          <li key={cohort.id} class="row">
            <a class="grow ellipsis" href={href('cohorts', cohort.id)} title={cohort.name}>
              <bdi>{cohort.name}</bdi>
            </a>
          </li>
        ))}
      </Links>
    </>
  )
}

interface LinksProps {
  readonly title: string
  readonly children: readonly ComponentChildren[]
}

const SHOWN = 10

function Links({ title, children }: LinksProps) {
  const [isOpen, open] = useState(false)
  if (children.length === 0) return null
  const hasMore = !isOpen && children.length > SHOWN + 1
  return (
    <div>
      <h3 class="label">{title}</h3>
      <ul class="used-by">{hasMore ? children.slice(0, SHOWN) : children}</ul>
      {hasMore && (
        <button type="button" class="button link" onClick={() => open(true)}>
          {text.showAll(whole(children.length))}
        </button>
      )}
    </div>
  )
}
