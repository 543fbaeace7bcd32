import { useMemo, useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { useQuery } from '../../api/query.ts'
import { openProject } from '../../session.ts'
import { newestVersions, recordOf } from './entries.ts'
import { EntryList, STEP } from './entry-list.tsx'
import { type Filters, isFiltered, queryOf, showsNewest } from './filters.ts'
import { RowActions } from './row-actions.tsx'
import { useEntries } from './use-entries.ts'
import { type MadeVersion, VersionDialog, type VersionView, versionOf } from './version-dialog.tsx'

interface OpenVersion {
  readonly of: MadeVersion
  readonly view: VersionView
}

const NO_VERSIONS: ReadonlyMap<string, number> = new Map()

/** Shows the activity of the project. Other filters create the component again. */
export function ProjectActivity({ filters }: { readonly filters: Filters }) {
  const input = { params: { project_id: openProject().id }, query: { ...queryOf(filters), limit: String(STEP) } }
  const query = useQuery('listNewestProjectActivity', input)
  const shown = useEntries({
    key: JSON.stringify(input),
    query,
    endpoint: 'listNewestProjectActivity',
    isSearch: filters.search !== '',
    isStreamed: filters.flag !== '' || filters.kind === 'FeatureFlag' || filters.kind === 'Cohort',
    loadOlder: (next) => {
      const before = new URL(next).searchParams.get('before') ?? ''
      return call('listNewestProjectActivity', { ...input, query: { ...input.query, before } })
    },
  })
  const [open, setOpen] = useState<OpenVersion>()
  const newest = useMemo(
    () => (showsNewest(filters) ? newestVersions([...shown.fresh, ...(shown.part?.results ?? [])]) : NO_VERSIONS),
    [shown.fresh, shown.part, filters],
  )
  return (
    <>
      <EntryList
        query={query}
        shown={shown}
        grouped={filters.isGrouped}
        isFiltered={isFiltered(filters)}
        isSearch={filters.search !== ''}
        actions={(entry, isNear) => {
          const of = versionOf(entry)
          if (!of) return null
          const isNewest = newest.get(recordOf(entry)) === of.version
          return <RowActions of={of} isNewest={isNewest} isNear={isNear} onOpen={(view) => setOpen({ of, view })} />
        }}
      />
      {open && (
        <VersionDialog
          key={`${open.of.kind} ${open.of.id} ${open.of.version}`}
          of={open.of}
          view={open.view}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}
