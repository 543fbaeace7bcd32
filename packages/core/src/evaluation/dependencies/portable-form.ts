import type { ConditionSet, PropertyFilter } from '../../flags/filters/flag-filters.ts'
import type { CompiledFlag } from '../compiled-flag.ts'
import type { CompiledSnapshot } from '../compiled-snapshot.ts'
import type { FlagDefinition } from '../definitions.ts'
import { flagFinder } from '../flag-finder.ts'
import { type FlagGraph, flagGraph } from './flag-graph.ts'
import { dependenciesOf, type FlagReference, flagReference } from './flag-reference.ts'

/**
 * How SDKs read the flags of a snapshot (evaluation.md section 2.7). They know other flags by key, so a filter on a flag
 * names it by key, and lists in `dependency_chain` what to evaluate for it, in order, that flag last. A flag without
 * such filters stays the same object; one with them becomes a new one each time.
 */
export function portableForm({ parts }: CompiledSnapshot): (definition: FlagDefinition) => FlagDefinition {
  const find = flagFinder(parts.flags)
  const chainOf = dependencyChains(flagGraph(find))
  return (definition) => (dependenciesOf(definition).length === 0 ? definition : withChains(definition, find, chainOf))
}

type Find = (reference: FlagReference) => CompiledFlag | undefined
type ChainOf = (target: CompiledFlag) => readonly string[]

function withChains(definition: FlagDefinition, find: Find, chainOf: ChainOf): FlagDefinition {
  const rewrite = (filter: PropertyFilter): PropertyFilter => {
    if (filter.type !== 'flag') return filter
    const target = find(flagReference(filter))
    const chain = target ? chainOf(target) : []
    const isCircular = chain.includes(definition.key)
    const named = { ...filter, key: target?.definition.key ?? filter.key }
    // Only the feed has this field, which is why the type of filters does not have it.
    return Object.assign(named, { dependency_chain: isCircular ? [] : chain })
  }
  const groups = definition.filters.groups.map((condition): ConditionSet => {
    const { properties } = condition
    return properties?.some(({ type }) => type === 'flag')
      ? { ...condition, properties: properties.map(rewrite) }
      : condition
  })
  return { ...definition, filters: { ...definition.filters, groups } }
}

/** Keys of the flags that one needs, itself last; none when it cannot be evaluated. */
function dependencyChains(graph: FlagGraph): ChainOf {
  const chains = new Map<CompiledFlag, readonly string[]>()
  const isOpen = (flag: CompiledFlag | undefined): flag is CompiledFlag => flag !== undefined && !chains.has(flag)
  return (target) => {
    if (graph.problem(target)) return []
    const path = [target]
    for (let next = path.at(-1); next; next = path.at(-1)) {
      const dependencies = graph.dependencies(next)
      const open = dependencies.filter(isOpen)
      if (open.length > 0) {
        path.push(...open)
        continue
      }
      const needed = dependencies.map((dependency) => (dependency && chains.get(dependency)) ?? [])
      chains.set(next, [...joined(needed), next.definition.key])
      path.pop()
    }
    return chains.get(target) ?? []
  }
}

/** The keys of several chains, each once: after all that it needs, as in its own. */
function joined(chains: readonly (readonly string[])[]): Iterable<string> {
  const [only = [], ...others] = chains
  return others.length === 0 ? only : new Set(chains.flat())
}
