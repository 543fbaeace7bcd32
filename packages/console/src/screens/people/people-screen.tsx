import { Suspense } from 'preact/compat'
import { Skeleton } from '../../parts/answered.tsx'
import { lazy } from '../../parts/lazy.ts'
import { below } from '../../route.ts'
import { PeopleList } from './people-list.tsx'

const PersonPage = lazy(() => import('./person-page.tsx').then((module) => module.PersonPage))
const GroupPage = lazy(() => import('./group-page.tsx').then((module) => module.GroupPage))

/** Shows the users and groups of the project, or one of them: `people/ID`, `people/group/TYPE/KEY`. */
export function PeopleScreen() {
  const [, which, type, key] = below.value
  if (which === undefined) return <PeopleList />
  return (
    <Suspense fallback={<Skeleton rows={8} />}>
      {which === 'group' && type !== undefined && key !== undefined ? (
        <GroupPage key={`${type} ${key}`} type={Number(type)} groupKey={key} />
      ) : (
        <PersonPage key={which} distinctId={which} />
      )}
    </Suspense>
  )
}
