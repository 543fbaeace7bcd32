import type { ComponentType } from 'preact'
import { Suspense } from 'preact/compat'
import { Skeleton } from '../../parts/answered.tsx'
import { Guard } from '../../parts/guard.tsx'
import { lazy } from '../../parts/lazy.ts'
import { Missing } from '../../parts/missing.tsx'
import { below } from '../../route.ts'
import { places } from '../../text/frame.ts'

type ScreenName = keyof typeof places

/** Each screen is loaded when it is first opened. It reads the address after its name from `below`. */
const SCREENS = {
  flags: screen(() => import('../flags/flags-screen.tsx').then(({ FlagsScreen }) => FlagsScreen)),
  dashboards: screen(() =>
    import('../dashboards/dashboards-screen.tsx').then(({ DashboardsScreen }) => DashboardsScreen),
  ),
  cohorts: screen(() => import('../cohorts/cohorts-screen.tsx').then(({ CohortsScreen }) => CohortsScreen)),
  people: screen(() => import('../people/people-screen.tsx').then(({ PeopleScreen }) => PeopleScreen)),
  activity: screen(() => import('../activity/activity-screen.tsx').then(({ ActivityScreen }) => ActivityScreen)),
  settings: screen(() => import('../settings/settings-screen.tsx').then(({ SettingsScreen }) => SettingsScreen)),
} as const satisfies Readonly<Record<ScreenName, unknown>>

function screen(load: () => Promise<ComponentType>) {
  return { load, Shown: lazy(load) }
}

export function Screen() {
  const name = screenInPlace()
  if (name === undefined) return <Missing from="page" />
  const { Shown } = SCREENS[name]
  return (
    <Guard>
      <Suspense fallback={<Skeleton rows={8} />}>
        <Shown />
      </Suspense>
    </Guard>
  )
}

/** Returns the name of the screen in the navigation rail. */
export function nameOfScreen(): string | undefined {
  const name = screenInPlace()
  return name && places[name]
}

/** Loads the screen in the address while the session is being requested, so that it appears sooner. */
export function loadAhead(): void {
  // If it cannot be loaded, rendering the screen reports the error.
  SCREENS[screenInPlace() ?? 'flags'].load().catch(() => undefined)
}

/** Returns undefined if there is no such screen. */
function screenInPlace(): ScreenName | undefined {
  const [name = 'flags'] = below.value
  return Object.hasOwn(SCREENS, name) ? (name as ScreenName) : undefined // one of its keys
}
