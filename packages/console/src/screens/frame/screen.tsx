import type { ComponentType } from 'preact'
import { lazy, Suspense } from 'preact/compat'
import { Skeleton } from '../../parts/answered.tsx'
import { below } from '../../route.ts'
import type { places } from '../../text/frame.ts'

type ScreenName = keyof typeof places

const load: Readonly<Record<ScreenName, () => Promise<ComponentType>>> = {
  flags: () => import('../flags/flags-screen.tsx').then(({ FlagsScreen }) => FlagsScreen),
  dashboards: () => import('../dashboards/dashboards-screen.tsx').then(({ DashboardsScreen }) => DashboardsScreen),
  cohorts: () => import('../cohorts/cohorts-screen.tsx').then(({ CohortsScreen }) => CohortsScreen),
  people: () => import('../people/people-screen.tsx').then(({ PeopleScreen }) => PeopleScreen),
  activity: () => import('../activity/activity-screen.tsx').then(({ ActivityScreen }) => ActivityScreen),
  settings: () => import('../settings/settings-screen.tsx').then(({ SettingsScreen }) => SettingsScreen),
}

/** Each screen is loaded when it is first opened. It reads what is behind its name in the address by `below`. */
const SCREENS: Readonly<Record<ScreenName, ComponentType>> = {
  flags: lazy(load.flags),
  dashboards: lazy(load.dashboards),
  cohorts: lazy(load.cohorts),
  people: lazy(load.people),
  activity: lazy(load.activity),
  settings: lazy(load.settings),
}

export function Screen() {
  const Found = SCREENS[screenInPlace()]
  return (
    <Suspense fallback={<Skeleton rows={8} />}>
      <Found />
    </Suspense>
  )
}

/** Loads the screen that the address names while it is still asked who is signed in: it is shown a moment sooner. */
export function loadAhead(): void {
  // Where it cannot be loaded, showing it says so.
  load[screenInPlace()]().catch(() => undefined)
}

function screenInPlace(): ScreenName {
  const [name = 'flags'] = below.value
  return name in SCREENS ? (name as ScreenName) : 'flags'
}
