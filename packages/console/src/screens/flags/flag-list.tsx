import { useSignal } from '@preact/signals'
import { Suspense } from 'preact/compat'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { connected } from '../../api/connection.ts'
import { useQuery } from '../../api/query.ts'
import { Answered, Skeleton } from '../../parts/answered.tsx'
import { lazy } from '../../parts/lazy.ts'
import { Pager, usePageThatIs } from '../../parts/pager.tsx'
import { useLast } from '../../parts/use-last.ts'
import { href, place } from '../../route.ts'
import { openProject } from '../../session.ts'
import { flagList } from '../../text/flags.ts'
import { places } from '../../text/frame.ts'
import { Checklist } from '../start/checklist.tsx'
import { useSetup } from '../start/use-setup.ts'
import { ActDialog } from './act-dialog.tsx'
import type { Order } from './act-on-flags.ts'
import { BulkBar } from './bulk-bar.tsx'
import { CopyDialog } from './copy-dialog.tsx'
import { DuplicateDialog } from './duplicate-dialog.tsx'
import { Filters } from './filters.tsx'
import { FlagTable } from './flag-table.tsx'
import { useKnownTags } from './known-tags.ts'
import { isNarrowed, type ListPlace, listPlace, listQuery, PAGE_SIZE } from './list-place.ts'
import type { ListedFlag } from './listed-flag.ts'
import { NothingFound } from './nothing-found.tsx'
import { focusNear, useFocusNear } from './use-focus-near.ts'
import { useListKeys } from './use-list-keys.ts'
import './flags.css'

const EmptyProject = lazy(() => import('./empty-project.tsx').then((module) => module.EmptyProject))

const ROWS = 10

/** Lists the flags of the project, one page at a time. */
export function FlagList() {
  const project = openProject()
  const at = listPlace(place.value.query)
  const asked = { params: { project_id: project.id }, query: listQuery(at) }
  const found = useLast(useQuery('listFlags', asked), asked)
  const [hasAsked, setHasAsked] = useState(false)
  useEffect(() => setHasAsked(true), [])
  const isWhole = at.show === 'all' && !isNarrowed(at)
  const nothing = found.data?.count === 0 && isWhole
  const setup = useSetup(isWhole && at.page === 1 && found.question === JSON.stringify(asked) ? found.data : undefined)
  useListKeys()
  useKnownTags(found.data?.results)
  usePageThatIs(at.page, PAGE_SIZE, found.data?.count)
  return (
    <div class="screen flags" data-loading={found.loading || undefined}>
      <div class="head">
        <h1 class="grow">{places.flags}</h1>
        {!nothing && connected.value && (
          <a class="button primary" href={href('flags', 'new')}>
            {flagList.create}
          </a>
        )}
      </div>
      <Filters at={at} bare={nothing} counts={hasAsked} />
      <Checklist setup={setup} />
      <Answered query={found} rows={ROWS}>
        {({ count, results }) =>
          !setup.isKnown ? (
            <Skeleton rows={ROWS} />
          ) : nothing ? (
            <Suspense fallback={<Skeleton rows={ROWS} />}>
              <EmptyProject />
            </Suspense>
          ) : (
            <Found key={`${project.id} ${at.show}`} at={at} count={count} flags={results} question={found.question} />
          )
        }
      </Answered>
    </div>
  )
}

interface FoundProps {
  readonly at: ListPlace
  readonly count: number
  readonly flags: readonly ListedFlag[]
  /** Identifies the request for these flags. */
  readonly question: string
}

/** Shows a page of flags, and the dialogs that change them. */
function Found({ at, count, flags, question }: FoundProps) {
  const order = useSignal<Omit<Order, 'tags'> | null>(null)
  const duplicated = useSignal<ListedFlag | null>(null)
  const copied = useSignal<ListedFlag | null>(null)
  const selected = useSignal<readonly ListedFlag[]>([])
  const projectId = openProject().id
  const ask = (act: Order['act'], some: readonly ListedFlag[]) => {
    order.value = { projectId, act, flags: some }
  }
  // The function stays the same, so that rows are not rendered again.
  const askOne = useCallback((act: Order['act'], flag: ListedFlag) => ask(act, [flag]), [])
  const duplicate = useCallback((flag: ListedFlag) => {
    duplicated.value = flag
  }, [])
  const copy = useCallback((flag: ListedFlag) => {
    copied.value = flag
  }, [])
  useFocusNear(flags)
  if (flags.length === 0) return <NothingFound at={at} />
  return (
    <>
      {!flags.some(({ can_edit }) => can_edit) && <p class="card quiet read-only">{flagList.readOnly}</p>}
      <FlagTable
        at={at}
        flags={flags}
        question={question}
        selected={selected}
        onAct={askOne}
        onDuplicate={duplicate}
        onCopy={copy}
      />
      <Pager page={at.page} size={PAGE_SIZE} count={count} />
      <BulkBar at={at} count={count} selected={selected} onAct={ask} />
      {order.value && (
        <ActDialog
          order={order.value}
          onClose={() => {
            focusNear(flags.findIndex(({ id }) => id === order.value?.flags[0]?.id))
            order.value = null
          }}
          onDone={() => {
            selected.value = []
          }}
        />
      )}
      {copied.value && (
        <CopyDialog
          flag={copied.value}
          onClose={() => {
            copied.value = null
          }}
        />
      )}
      {duplicated.value && (
        <DuplicateDialog
          flag={duplicated.value}
          onClose={() => {
            duplicated.value = null
          }}
        />
      )}
    </>
  )
}
