import { Suspense } from 'preact/compat'
import { Skeleton } from '../../parts/answered.tsx'
import { lazy } from '../../parts/lazy.ts'
import { Missing } from '../../parts/missing.tsx'
import { below, isNumber } from '../../route.ts'
import { CohortList } from './cohort-list.tsx'

const NewCohort = lazy(() => import('./edit/new-cohort.tsx').then((module) => module.NewCohort))
const EditCohort = lazy(() => import('./edit/edit-cohort.tsx').then((module) => module.EditCohort))
const CohortPage = lazy(() => import('./page/cohort-page.tsx').then((module) => module.CohortPage))

/** Shows the list of cohorts, the page of a cohort, or its form. Each is a separate chunk. */
export function CohortsScreen() {
  const [, which, what] = below.value
  if (which === undefined) return <CohortList />
  if (which !== 'new' && !isNumber(which)) return <Missing from="cohorts" />
  return <Suspense fallback={<Skeleton rows={8} />}>{screenOf(which, what)}</Suspense>
}

function screenOf(which: string, what: string | undefined) {
  if (which === 'new') return <NewCohort />
  const Shown = what === 'edit' ? EditCohort : CohortPage
  return <Shown key={which} id={Number(which)} />
}
