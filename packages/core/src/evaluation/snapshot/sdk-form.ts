import { inTopologicalOrder } from '../../foundation/graph/directed-graph.ts'
import type { FlagDefinition } from '../definition/definitions.ts'
import type { ConditionSet, PropertyFilter } from '../definition/flag-filters.ts'
import { type FlagReference, filtersOf, flagReference, flagsAskedBy } from '../definition/flag-reference.ts'
import { type FlagGraph, flagGraph } from '../dependencies/flag-graph.ts'
import type { CompiledFlag } from '../flags/compiled-flag.ts'
import type { CompiledSnapshot } from './compiled-snapshot.ts'
import { flagFinder } from './flags-by-key.ts'

/**
 * Returns the flags of a snapshot in the form for SDKs (EVAL-45). SDKs know other flags by key, so a filter on a flag
 * contains the key. It also lists in `dependency_chain` the flags to evaluate, in order, with that flag last; if the
 * list would be long, the filter stays as it is stored. A flag without such filters is the same object; one with them
 * is a new object each time.
 */
export function sdkForm({ parts }: CompiledSnapshot): (definition: FlagDefinition) => FlagDefinition {
  const find = flagFinder(parts.flags)
  const chainOf = dependencyChains(flagGraph(find, parts.flagsInCohorts))
  const asksNone = (definition: FlagDefinition) => flagsAskedBy(filtersOf(definition)).length === 0
  return (definition) => (asksNone(definition) ? definition : withChains(definition, find, chainOf))
}

type Find = (reference: FlagReference) => CompiledFlag | undefined
type ChainOf = (target: CompiledFlag) => Chain
type Chain = readonly string[] | 'long'

/** The maximum number of keys in a chain: longer chains do not occur in practice. */
const MAX_CHAIN = 100
/** The maximum number of characters of all chains that one flag may add to the feed. */
const MAX_CHAINS_LENGTH = 65_536

function withChains(definition: FlagDefinition, find: Find, chainOf: ChainOf): FlagDefinition {
  let left = MAX_CHAINS_LENGTH
  const rewrite = (filter: PropertyFilter): PropertyFilter => {
    if (filter.type !== 'flag') return filter
    const target = find(flagReference(filter))
    const chain = target ? chainOf(target) : []
    // For filters without a chain, SDKs request the server.
    if (chain === 'long' || left <= 0) return filter
    left -= lengthOf(chain)
    const isCircular = chain.includes(definition.key)
    const named = { ...filter, key: target?.definition.key ?? filter.key }
    // Only the feed has this field, so the type of filters does not have it.
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

/** Counts as JSON: a key has quotes and a comma. */
function lengthOf(chain: readonly string[]): number {
  return chain.reduce((sum, key) => sum + key.length + 3, 0)
}

/** Returns the keys of the flags that a flag needs, followed by its own; none if it cannot be evaluated. */
function dependencyChains(graph: FlagGraph): ChainOf {
  // Bound: dies with the document
  const chains = new Map<CompiledFlag, Chain>()
  const found = (target: CompiledFlag | undefined) => target !== undefined
  const needs = (flag: CompiledFlag) => graph.dependencies(flag).filter(found)
  const isKnown = (flag: CompiledFlag) => chains.has(flag)
  return (target) => {
    if (graph.problem(target)) return []
    inTopologicalOrder([target], needs, isKnown, (flag) => {
      const needed = new Set(needs(flag))
      chains.set(
        flag,
        joined(
          Array.from(needed, (one) => chains.get(one) ?? []),
          flag.definition.key,
        ),
      )
    })
    return chains.get(target) ?? []
  }
}

/** Returns the keys of several chains without duplicates, each after the keys that it needs, followed by `last`. */
function joined(chains: readonly Chain[], last: string): Chain {
  const keys = new Set<string>()
  for (const chain of chains) {
    if (chain === 'long') return 'long'
    for (const key of chain) keys.add(key)
    if (keys.size >= MAX_CHAIN) return 'long'
  }
  return [...keys, last]
}
