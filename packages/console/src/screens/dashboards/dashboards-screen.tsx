import { Suspense } from 'preact/compat'
import { Skeleton } from '../../parts/answered.tsx'
import { lazy } from '../../parts/lazy.ts'
import { Missing } from '../../parts/missing.tsx'
import { below, isNumber } from '../../route.ts'
import { DashboardList } from './list/dashboard-list.tsx'

const NewDashboard = lazy(() => import('./new/new-dashboard.tsx').then((module) => module.NewDashboard))
const DashboardPage = lazy(() => import('./page/dashboard-page.tsx').then((module) => module.DashboardPage))

const InsightPage = lazy(() => import('./page/insight-page.tsx').then((module) => module.InsightPage))

/** Shows the list of dashboards, a dashboard, the form for a new one, or a chart. Each is a separate chunk. */
export function DashboardsScreen() {
  const [, which, shortId] = below.value
  if (which === undefined) return <DashboardList />
  if (which === 'insight' && shortId !== undefined) {
    return (
      <Suspense fallback={<Skeleton rows={8} />}>
        <InsightPage key={shortId} shortId={shortId} />
      </Suspense>
    )
  }
  if (which !== 'new' && !isNumber(which)) return <Missing from="dashboards" />
  return (
    <Suspense fallback={<Skeleton rows={8} />}>
      {which === 'new' ? <NewDashboard /> : <DashboardPage key={which} id={Number(which)} />}
    </Suspense>
  )
}
