import type { ComponentType } from 'preact'
import { lazy, Suspense } from 'preact/compat'
import { Skeleton } from '../../parts/answered.tsx'
import { below } from '../../route.ts'
import type { places } from '../../text/frame.ts'

/** Each screen is loaded when it is first opened. It reads what is behind its name in the address by `below`. */
const SCREENS: Readonly<Record<keyof typeof places, ComponentType>> = {
  flags: lazy(() => import('../flags/flags-screen.tsx').then(({ FlagsScreen }) => FlagsScreen)),
  dashboards: lazy(() =>
    import('../dashboards/dashboards-screen.tsx').then(({ DashboardsScreen }) => DashboardsScreen),
  ),
  cohorts: lazy(() => import('../cohorts/cohorts-screen.tsx').then(({ CohortsScreen }) => CohortsScreen)),
  people: lazy(() => import('../people/people-screen.tsx').then(({ PeopleScreen }) => PeopleScreen)),
  activity: lazy(() => import('../activity/activity-screen.tsx').then(({ ActivityScreen }) => ActivityScreen)),
  settings: lazy(() => import('../settings/settings-screen.tsx').then(({ SettingsScreen }) => SettingsScreen)),
}

export function Screen() {
  const [name = 'flags'] = below.value
  const Found = name in SCREENS ? SCREENS[name as keyof typeof places] : SCREENS.flags
  return (
    <Suspense fallback={<Skeleton rows={8} />}>
      <Found />
    </Suspense>
  )
}
