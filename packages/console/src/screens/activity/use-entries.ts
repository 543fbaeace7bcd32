import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type ApiProblem, problemOf } from '../../api/api-problem.ts'
import { hearing } from '../../api/connection.ts'
import { type Query, refresh } from '../../api/query.ts'
import { usePolling } from '../../api/use-polling.ts'
import type { Entry } from './entries.ts'
import { freshOf, merged, type Part, together } from './together.ts'

interface Source {
  /** Identifies the list in the address. Returning to the list shows the same entries. */
  readonly key: string
  /** The newest entries. */
  readonly query: Query<Part>
  readonly endpoint: 'listNewestProjectActivity' | 'listOrganizationActivity'
  /** Whether a part can have few or no matches although more follow. */
  readonly isSearch: boolean
  /** Whether the stream of changes reports every entry of this list. */
  readonly isStreamed: boolean
  readonly loadOlder: (next: string) => Promise<Part>
}

export interface Shown {
  readonly part: Part | undefined
  /** Newer entries, which wait until the user requests them. */
  readonly fresh: readonly Entry[]
  readonly showFresh: () => void
  /** Loads the next part; undefined if there is none, or if it is being loaded. */
  readonly showOlder: (() => Promise<void>) | undefined
  readonly isLoading: boolean
  readonly problem: ApiProblem | undefined
}

/**
 * Returns entries that stay in place while the user reads. Newer ones wait, and older ones follow below (CONSOLE-80).
 */
export function useEntries({ key, query, endpoint, isSearch, isStreamed, loadOlder }: Source): Shown {
  const before = useRef(rememberedPart(key))
  const [stored, setStored] = useState<Part | undefined>(before.current?.part)
  const [isLoading, setIsLoading] = useState(false)
  const [problem, setProblem] = useState<ApiProblem>()
  // The stream does not report changes of dashboards and settings.
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
      // Newer entries may have been shown in the meantime.
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
 * The contents of lists when the user left them, by the name in the state of their history entry.
 * Bound: is as large as MOST_REMEMBERED lists that a user has scrolled through
 */
const remembered = new Map<string, Remembered>()
const MOST_REMEMBERED = 5

/** Returns the name of a list in the state of the history entry. Links to the same address have none. */
function nameInHistory(): string | undefined {
  const { activity } = (history.state ?? {}) as { readonly activity?: unknown } // may be any value of this page
  return typeof activity === 'string' ? activity : undefined
}

function rememberedPart(key: string): Remembered | undefined {
  const found = remembered.get(nameInHistory() ?? '')
  return found?.key === key ? found : undefined
}

/** Stores the entries and the scroll position for when the user returns (CONSOLE-356). */
function useRememberedPart(key: string, part: Part | undefined, scrollY: number | undefined): void {
  const latest = useRef(part)
  latest.current = part
  useLayoutEffect(() => {
    const name = nameInHistory() ?? crypto.randomUUID()
    history.replaceState({ activity: name }, '')
    // After a navigation, the heading gets the focus, and the browser scrolls to it.
    const restoring = scrollY === undefined ? undefined : requestAnimationFrame(() => scrollTo({ top: scrollY }))
    return () => {
      if (restoring !== undefined) cancelAnimationFrame(restoring)
      if (latest.current) remembered.set(name, { key, part: latest.current, scrollY: window.scrollY })
      for (const old of [...remembered.keys()].slice(0, -MOST_REMEMBERED)) remembered.delete(old)
    }
  }, [key])
}
