import type { ComponentType } from 'preact'
import { Suspense } from 'preact/compat'
import { useEffect } from 'preact/hooks'
import { useQuery } from '../../api/query.ts'
import { Answered, Skeleton } from '../../parts/answered.tsx'
import { Crumbs } from '../../parts/crumbs.tsx'
import { useShortcuts } from '../../parts/keyboard.ts'
import { lazy } from '../../parts/lazy.ts'
import { Tabs } from '../../parts/tabs.tsx'
import { below, go, goInstead, href } from '../../route.ts'
import { openProject } from '../../session.ts'
import { listKeys } from '../../text/commands.ts'
import { flagText, tabNames } from '../../text/flag-page.ts'
import './flag.css'
import { canWrite, type Flag } from './flag.ts'
import { FlagHead } from './flag-head.tsx'
import { Overview } from './overview.tsx'

type Tab = keyof typeof tabNames

interface TabProps {
  readonly flag: Flag
}

// Most visits open only the overview, so the other tabs are loaded when they are opened.
const TABS: Readonly<Record<Tab, ComponentType<TabProps>>> = {
  overview: Overview,
  usage: lazy(() => import('./usage-tab.tsx').then(({ UsageTab }) => UsageTab)),
  explain: lazy(() => import('./explain/explain-tab.tsx').then(({ ExplainTab }) => ExplainTab)),
  activity: lazy(() => import('./activity-tab.tsx').then(({ ActivityTab }) => ActivityTab)),
  access: lazy(() => import('./access-tab.tsx').then(({ AccessTab }) => AccessTab)),
  json: lazy(() => import('./json-tab.tsx').then(({ JsonTab }) => JsonTab)),
}

/** Shows the page of a flag. */
export function FlagScreen() {
  const id = Number(below.value[1])
  const query = useQuery('retrieveFlag', { params: { project_id: openProject().id, id } })
  return (
    <div class="screen flag-page">
      <Crumbs list="flags" deleted={query.data?.deleted} />
      <Answered query={query} rows={9} from="flags">
        {(flag) => <FlagPage flag={flag} />}
      </Answered>
    </div>
  )
}

function FlagPage({ flag }: TabProps) {
  const [, , named = ''] = below.value
  const tab = isTab(named) ? named : 'overview'
  // Conditions were once a tab. Links to it now open the overview, which contains them (CONSOLE-272).
  useEffect(() => {
    if (named === 'conditions') goInstead(href('flags', flag.id))
  }, [named])
  const edit = () => {
    if (canWrite(flag) && !flag.deleted) go(href('flags', flag.id, 'edit'))
  }
  useShortcuts([{ keys: 'e', label: listKeys.edit, run: edit }])
  const Shown = TABS[tab]
  return (
    <>
      <FlagHead flag={flag} />
      <Tabs
        label={flagText.tabs}
        names={tabNames}
        open={tab}
        hrefOf={(name) => (name === 'overview' ? href('flags', flag.id) : href('flags', flag.id, name))}
      />
      <Suspense fallback={<Skeleton rows={6} />}>
        <Shown flag={flag} />
      </Suspense>
    </>
  )
}

function isTab(name: string): name is Tab {
  return Object.hasOwn(TABS, name)
}
