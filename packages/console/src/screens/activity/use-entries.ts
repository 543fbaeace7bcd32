import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type ApiProblem, problemOf } from '../../api/api-problem.ts'
import { hearing } from '../../api/connection.ts'
import { type Query, refresh } from '../../api/query.ts'
import { usePolling } from '../../api/use-polling.ts'
import type { Entry } from './entries.ts'
import { freshOf, merged, type Part, together } from './together.ts'

interface Source {
  /** The list, as the address names it: going back to it shows the same entries. */
  readonly key: string
  /** The newest entries. */
  readonly query: Query<Part>
  readonly endpoint: 'listNewestProjectActivity' | 'listOrganizationActivity'
  /** Whether parts can have few matches, or none, while more follow. */
  readonly isSearch: boolean
  /** Whether the stream of changes reports every entry of this list. */
  readonly isStreamed: boolean
  readonly loadOlder: (next: string) => Promise<Part>
}

export interface Shown {
  readonly part: Part | undefined
  /** Newer entries, which wait until they are requested. */
  readonly fresh: readonly Entry[]
  readonly showFresh: () => void
  /** Loads the next part; undefined: there is none, or it is on its way. */
  readonly showOlder: (() => Promise<void>) | undefined
  readonly isLoading: boolean
  readonly problem: ApiProblem | undefined
}

/** Entries that stay where they are while the user reads: newer ones wait, and older ones follow below (CONSOLE-80). */
export function useEntries({ key, query, endpoint, isSearch, isStreamed, loadOlder }: Source): Shown {
  const before = useRef(rememberedPart(key))
  const [stored, setStored] = useState<Part | undefined>(before.current?.part)
  const [isLoading, setIsLoading] = useState(false)
  const [problem, setProblem] = useState<ApiProblem>()
  // Dashboards and settings change without a message in the stream.
  usePolling(() => void refresh(endpoint), query.loading || (isStreamed && hearing.value))
  const part = stored ?? query.data
  useEffect(() => {
    if (stored === undefined && query.data !== undefined) setStored(query.data)
  }, [query.data])
  useRememberedPart(key, part, before.current?.scrollY)
  const fresh = freshOf(query.data, part)
  const showOlder = async () => {
    if (!part?.next) return
    setIsLoading(true)
    setProblem(undefined)
    try {
      const older = await loadOlder(part.next)
      const known = new Set(part.results.map(({ id }) => id))
      const results = [...part.results, ...older.results.filter(({ id }) => !known.has(id))]
      // Newer entries can have been shown meanwhile.
      setStored((now) =>
        now === undefined || now === part || now.next === part.next ? merged(now, results, older) : now,
      )
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      setIsLoading(false)
    }
  }
  return {
    part,
    fresh,
    showFresh: () => setStored(query.data && part && together(query.data, fresh, part, isSearch)),
    showOlder: part?.next && !isLoading ? showOlder : undefined,
    isLoading,
    problem,
  }
}

interface Remembered {
  readonly key: string
  readonly part: Part
  readonly scrollY: number
}

/**
 * What the lists showed when the user left them, by the name in the state of their step in the history.
 * Bound: is as large as MOST_REMEMBERED lists that a user has scrolled through
 */
const remembered = new Map<string, Remembered>()
const MOST_REMEMBERED = 5

/** The name of a list in the state of the step in the history; links to the same address have none. */
function nameInHistory(): string | undefined {
  const { activity } = (history.state ?? {}) as { readonly activity?: unknown } // any value of this page
  return typeof activity === 'string' ? activity : undefined
}

function rememberedPart(key: string): Remembered | undefined {
  const found = remembered.get(nameInHistory() ?? '')
  return found?.key === key ? found : undefined
}

/** Remembers the entries and the scroll position for the way back (CONSOLE-356). */
function useRememberedPart(key: string, part: Part | undefined, scrollY: number | undefined): void {
  const latest = useRef(part)
  latest.current = part
  useLayoutEffect(() => {
    const name = nameInHistory() ?? crypto.randomUUID()
    history.replaceState({ activity: name }, '')
    // The heading takes the focus after a navigation, which scrolls to it.
    const restoring = scrollY === undefined ? undefined : requestAnimationFrame(() => scrollTo({ top: scrollY }))
    return () => {
      if (restoring !== undefined) cancelAnimationFrame(restoring)
      if (latest.current) remembered.set(name, { key, part: latest.current, scrollY: window.scrollY })
      for (const old of [...remembered.keys()].slice(0, -MOST_REMEMBERED)) remembered.delete(old)
    }
  }, [key])
}
