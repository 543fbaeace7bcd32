import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { connected } from '../../api/connection.ts'
import type { Query } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { Wrong } from '../../parts/wrong.tsx'
import { activity } from '../../text/activity.ts'
import { ActivityRows } from './activity-rows.tsx'
import type { Entry } from './entries.ts'
import type { Part } from './together.ts'
import type { Shown } from './use-entries.ts'

/** The number of entries that one request loads. */
export const STEP = 50

interface Props {
  readonly query: Query<Part>
  readonly shown: Shown
  readonly grouped: boolean
  readonly isFiltered: boolean
  readonly isSearch?: boolean
  readonly actions?: (entry: Entry, isNear: boolean) => ComponentChildren
}

/** Shows the entries of a list. Older entries are loaded when the user scrolls near the end. */
export function EntryList({ query, shown, grouped, isFiltered, isSearch = false, actions }: Props) {
  const { part, fresh, isLoading, problem, showOlder } = shown
  return (
    <Answered query={{ ...query, data: part }} rows={10}>
      {({ results, next }) => (
        <div aria-busy={isLoading}>
          {results.length === 0 && fresh.length > 0 && <Fresh shown={shown} />}
          {results.length === 0 && next === null && (
            <p class="quiet">{isFiltered ? activity.noMatch : activity.none}</p>
          )}
          <ActivityRows entries={results} grouped={grouped} actions={actions}>
            <Fresh shown={shown} />
          </ActivityRows>
          <Wrong problem={problem} />
          {next !== null && (
            <Older next={next} isAutomatic={!problem} onLoad={showOlder}>
              {isLoading ? (isSearch ? activity.searching : activity.loadingOlder) : activity.older}
            </Older>
          )}
        </div>
      )}
    </Answered>
  )
}

function Fresh({ shown: { fresh, showFresh } }: { readonly shown: Shown }) {
  return (
    <div role="status" class="fresh">
      {fresh.length > 0 && (
        <button type="button" class="button link" onClick={showFresh}>
          {activity.fresh(fresh.length, fresh.length >= STEP)}
        </button>
      )}
    </div>
  )
}

interface OlderProps {
  readonly next: string
  /** Whether older entries are loaded on scrolling. After a failure, only the button loads them. */
  readonly isAutomatic: boolean
  readonly onLoad: (() => Promise<void>) | undefined
  readonly children: ComponentChildren
}

/** The distance from the window within which older entries are loaded. */
const NEAR = '600px'

function Older({ next, isAutomatic, onLoad, children }: OlderProps) {
  const element = useRef<HTMLDivElement>(null)
  const latest = useRef(onLoad)
  latest.current = onLoad
  const isReady = isAutomatic && onLoad !== undefined && connected.value
  useEffect(() => {
    if (!element.current || !isReady) return
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) void latest.current?.()
      },
      { rootMargin: `0px 0px ${NEAR} 0px` },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [next, isReady])
  return (
    <div ref={element} class="row" role="status">
      <button
        type="button"
        class="button"
        aria-disabled={onLoad === undefined || !connected.value}
        onClick={() => void onLoad?.()}
      >
        {children}
      </button>
    </div>
  )
}
