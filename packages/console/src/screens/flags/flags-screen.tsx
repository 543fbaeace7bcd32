import { Suspense } from 'preact/compat'
import { Skeleton } from '../../parts/answered.tsx'
import { lazy } from '../../parts/lazy.ts'
import { Missing } from '../../parts/missing.tsx'
import { below, isNumber } from '../../route.ts'
import { FlagList } from './flag-list.tsx'

const NewFlag = lazy(() => import('../flag-edit/new-flag.tsx').then((module) => module.NewFlag))
const EditFlag = lazy(() => import('../flag-edit/edit-flag.tsx').then((module) => module.EditFlag))
const FlagScreen = lazy(() => import('../flag/flag-screen.tsx').then((module) => module.FlagScreen))

/** The list of flags, a flag, or what makes and changes one: each comes with a chunk of its own. */
export function FlagsScreen() {
  const [, which, what] = below.value
  if (which === undefined) return <FlagList />
  if (which !== 'new' && !isNumber(which)) return <Missing from="flags" />
  return (
    <Suspense fallback={<Skeleton rows={8} />}>
      {which === 'new' ? <NewFlag /> : what === 'edit' ? <EditFlag key={which} /> : <FlagScreen key={which} />}
    </Suspense>
  )
}
