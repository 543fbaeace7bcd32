import { useEffect, useRef, useState } from 'preact/hooks'
import type { ApiProblem } from '../../api/api-problem.ts'
import { useAttempt } from '../../api/use-attempt.ts'
import { openProject } from '../../session.ts'
import { wrongWithFilter } from './check-filter.ts'
import type { PropertyFilter } from './condition-types.ts'
import { countReach, type Reach } from './count-reach.ts'

const WAIT_MS = 400
const NONE: Reach = {}

/** Filters joined by AND, with what they match: groups of a type, or users (null). */
export interface CountedFilters {
  readonly filters: readonly PropertyFilter[]
  readonly groupType: number | null
}

/**
 * Returns how many known users or groups each of several conditions matches, a moment after its last change. One
 * request counts all conditions of a form, and a later one those that changed (CONSOLE-170). A changed condition has
 * the previous count at its position until it is counted again.
 */
export function useReaches(conditions: readonly CountedFilters[]): readonly Reach[] {
  const project = openProject().id
  // Bound: is as large as the form.
  const [known, setKnown] = useState<ReadonlyMap<string, Reach>>(new Map())
  const shown = useRef<readonly Reach[]>([])
  const [outage, setOutage] = useState<ApiProblem>()
  const attempt = useAttempt(outage)
  const names = conditions.map(nameOf)
  const missing = [...new Set(names.flatMap((name) => name ?? []))].filter((name) => !known.has(name))
  useEffect(() => {
    if (missing.length === 0) return undefined
    let isCurrent = true
    const timer = setTimeout(async () => {
      const counted = await Promise.all(missing.map(async (name) => [name, await count(project, name)] as const))
      if (!isCurrent) return
      const found = counted.filter(([, reach]) => reach.outage === undefined)
      setKnown((current) => new Map([...current, ...found].filter(([name]) => names.includes(name))))
      setOutage(counted.flatMap(([, reach]) => reach.outage ?? [])[0])
    }, WAIT_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [project, missing.join('\n'), attempt])
  shown.current = names.map((name, index) => {
    if (name === undefined) return NONE
    return known.get(name) ?? shown.current[index] ?? NONE
  })
  return shown.current
}

/** Returns the same name for equal conditions, which are counted once; undefined for incomplete conditions. */
function nameOf({ filters, groupType }: CountedFilters): string | undefined {
  const isWhole = filters.every((filter) => wrongWithFilter(filter) === undefined)
  return isWhole ? JSON.stringify([filters, groupType]) : undefined
}

function count(projectId: number, name: string): Promise<Reach> {
  const [properties, groupType] = JSON.parse(name) as [PropertyFilter[], number | null] // as nameOf() writes it
  return countReach(projectId, { condition: { properties }, group_type_index: groupType })
}
