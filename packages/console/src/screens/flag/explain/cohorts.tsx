import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Output } from '../../../api/call.ts'
import { useQuery } from '../../../api/query.ts'
import { useLast } from '../../../parts/use-last.ts'
import { href } from '../../../route.ts'
import { openProject } from '../../../session.ts'
import { cohortIdsOf, type Explanation } from './explanation.ts'

export type Cohort = Output<'listCohorts'>['results'][number]

/** The cohorts in the open explanations, by id. */
const CohortsContext = createContext<ReadonlyMap<string, Cohort>>(new Map())

export const CohortsProvider = CohortsContext.Provider

/** Loads the cohorts in explanations with one request. */
export function useCohorts(explanations: readonly Explanation[]): ReadonlyMap<string, Cohort> {
  const ids = [...new Set(explanations.flatMap(cohortIdsOf))].filter((id) => /^\d{1,15}$/.test(id)).sort()
  const query = { ids: ids.join(), limit: String(ids.length) }
  const input = ids.length === 0 ? null : { params: { project_id: openProject().id }, query }
  const { data } = useLast(useQuery('listCohorts', input))
  return new Map(data?.results.map((cohort) => [String(cohort.id), cohort]))
}

/** Links the name of a cohort to its page. A deleted cohort only has its id. */
export function CohortLink({ id }: { readonly id: string }) {
  const cohort = useContext(CohortsContext).get(id)
  if (!cohort) return <span>{`cohort ${id}`}</span>
  return (
    <a href={href('cohorts', id)}>
      <bdi>{cohort.name}</bdi>
    </a>
  )
}

/** Returns the cohort with this id; undefined if it is deleted or not loaded yet. */
export function useCohort(id: string): Cohort | undefined {
  return useContext(CohortsContext).get(id)
}
