import type { FunctionComponent } from 'preact'
import { Suspense } from 'preact/compat'
import { Skeleton } from '../../parts/answered.tsx'
import { lazy } from '../../parts/lazy.ts'
import { Missing } from '../../parts/missing.tsx'
import { below, isNumber } from '../../route.ts'
import { FlagList } from './flag-list.tsx'

const NewFlag = lazy(() => import('../flag-edit/new-flag.tsx').then((module) => module.NewFlag))
const EditFlag = lazy(() => import('../flag-edit/edit-flag.tsx').then((module) => module.EditFlag))
const ConnectScreen = lazy(() => import('../start/connect-screen.tsx').then((module) => module.ConnectScreen))
const FlagScreen = lazy(() => import('../flag/flag-screen.tsx').then((module) => module.FlagScreen))

/** Shows the list of flags, a flag, the form of a flag, or how to connect an SDK. Each is a separate chunk. */
export function FlagsScreen() {
  const [, which, what] = below.value
  if (which === undefined) return <FlagList />
  const Shown = screenOf(which, what)
  if (Shown === undefined) return <Missing from="flags" />
  return (
    <Suspense fallback={<Skeleton rows={8} />}>
      <Shown key={which} />
    </Suspense>
  )
}

function screenOf(which: string, what: string | undefined): FunctionComponent | undefined {
  if (which === 'new') return NewFlag
  if (which === 'connect') return ConnectScreen
  if (!isNumber(which)) return undefined
  return what === 'edit' ? EditFlag : FlagScreen
}
