import { useEffect, useState } from 'preact/hooks'
import { call, type Input, type Output } from '../../api/call.ts'
import { type Query, refresh, useQuery } from '../../api/query.ts'

type Answer = Output<'listNewestProjectActivity'>
export type Entry = Answer['results'][number]

/** Dashboards and settings change without the stream of flags telling of it. */
const LOOK_MS = 10_000

interface Shown {
  /** Undefined until the first answer. */
  readonly query: Query<Answer>
  readonly entries: readonly Entry[]
  readonly hasOlder: boolean
  /** What came since, and waits to be shown. */
  readonly fresh: readonly Entry[]
  readonly showFresh: () => void
  readonly showOlder: () => Promise<void>
}

/**
 * Entries that stay where they are while somebody reads: what came since waits, and older ones follow below.
 * @param asked stays the same for as long as the component is there
 */
export function useNewest(asked: Input<'listNewestProjectActivity'>): Shown {
  const query = useQuery('listNewestProjectActivity', asked)
  const [kept, setKept] = useState<Answer>()
  useLooking()
  const shown = kept ?? query.data
  useEffect(() => {
    if (kept === undefined && query.data !== undefined) setKept(query.data)
  }, [query.data])
  const fresh = freshOf(query.data, shown)
  return {
    query,
    entries: shown?.results ?? [],
    hasOlder: shown?.next != null,
    fresh,
    showFresh: () => setKept(query.data && shown && together(query.data, fresh, shown)),
    async showOlder() {
      const before = shown?.next && new URL(shown.next).searchParams.get('before')
      if (!before) return
      const older = await call('listNewestProjectActivity', { ...asked, query: { ...asked.query, before } })
      setKept({ results: [...shown.results, ...older.results], next: older.next })
    },
  }
}

function useLooking(): void {
  useEffect(() => {
    const looking = setInterval(() => {
      if (!document.hidden) void refresh('listNewestProjectActivity')
    }, LOOK_MS)
    return () => clearInterval(looking)
  }, [])
}

function freshOf(newest: Answer | undefined, shown: Answer | undefined): readonly Entry[] {
  const known = new Set(shown?.results.map(({ id }) => id))
  return (newest?.results ?? []).filter(({ id }) => !known.has(id))
}

/** When so much came that some of it is missing between, the newest are shown alone: the rest follows as older ones. */
function together(newest: Answer, fresh: readonly Entry[], shown: Answer): Answer {
  const isGapless = fresh.length < newest.results.length || newest.next === null
  return isGapless ? { results: [...fresh, ...shown.results], next: shown.next } : newest
}
