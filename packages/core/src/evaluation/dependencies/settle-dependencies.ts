import type { Decision } from '../definition/decision.ts'
import type { CompiledFlag } from '../flags/compiled-flag.ts'
import type { FlagGraph } from './flag-graph.ts'

/**
 * Evaluates all dependencies of a flag, the innermost first. Each then finds the results that it needs, and the stack
 * does not grow with the length of a chain. The graph must have no problem with the flag.
 */
export function settleDependencies(
  flag: CompiledFlag,
  graph: FlagGraph,
  decisions: Map<CompiledFlag, Decision>,
  ask: (flag: CompiledFlag) => Decision,
): void {
  const isOpen = (target: CompiledFlag | undefined): target is CompiledFlag =>
    target !== undefined && !decisions.has(target)
  const path = graph.dependencies(flag).filter(isOpen)
  for (let next = path.at(-1); next; next = path.at(-1)) {
    // Several paths may lead to a flag, which is then on the stack several times.
    const open = isOpen(next) ? graph.dependencies(next).filter(isOpen) : []
    if (open.length > 0) {
      path.push(...open)
      continue
    }
    if (isOpen(next)) decisions.set(next, ask(next))
    path.pop()
  }
}
