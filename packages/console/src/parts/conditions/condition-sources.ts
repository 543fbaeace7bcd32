import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { useQuery } from '../../api/query.ts'
import { openProject } from '../../session.ts'
import type { SentenceNames } from '../../text/who-gets-it.ts'
import type { ComboboxOption } from '../combobox.tsx'
import { kindOfValue, type PropertyKind } from './condition-types.ts'

/** What conditions may be about in the project that is open, as far as it is known. */
export interface ConditionSources {
  readonly properties: ReadonlyMap<string, PropertyKind>
  readonly cohorts: readonly ComboboxOption[]
  readonly flags: readonly ComboboxOption[]
  readonly groupTypes: readonly { readonly index: number; readonly name: string }[]
  readonly names: SentenceNames
}

// Bound: is as large as nothing, since nobody adds to it.
const NOTHING: ConditionSources = { properties: new Map(), cohorts: [], flags: [], groupTypes: [], names: {} }

export const ConditionSourcesContext = createContext(NOTHING)

export const useSources = (): ConditionSources => useContext(ConditionSourcesContext)

/** Persons that are looked at for the properties they have. */
const PERSONS = 100
const LISTED = 200
/** As many as a page may have: conditions name cohorts by number, and a number says nothing. */
const COHORTS = 1000

/** Asks for properties, cohorts, flags and group types; whoever may not see some of them goes without. */
export function useConditionSources(flagId?: number): ConditionSources {
  const params = { project_id: openProject().id }
  const persons = useQuery('listPersons', { params, query: { limit: String(PERSONS) } }).data?.results ?? []
  const cohorts = useQuery('listCohorts', { params, query: { limit: String(COHORTS) } }).data?.results ?? []
  const flags = useQuery('listFlags', { params, query: { limit: String(LISTED) } }).data?.results ?? []
  const groupTypes = useQuery('listGroupTypes', { params }).data ?? []
  return {
    properties: knownProperties(persons),
    cohorts: cohorts.map(({ id, name }) => ({ value: String(id), label: name || String(id) })),
    flags: flags.filter(({ id }) => id !== flagId).map(({ id, key }) => ({ value: String(id), label: key })),
    groupTypes: groupTypes.map((type) => ({ index: type.group_type_index, name: type.group_type })),
    names: {
      cohorts: Object.fromEntries(cohorts.map(({ id, name }) => [id, name])),
      flags: Object.fromEntries(flags.map(({ id, key }) => [id, key])),
      groupTypes: Object.fromEntries(groupTypes.map((type) => [type.group_type_index, type.group_type])),
    },
  }
}

function knownProperties(
  persons: readonly { readonly properties: Readonly<Record<string, unknown>> }[],
): ReadonlyMap<string, PropertyKind> {
  const kinds = new Map<string, PropertyKind>()
  for (const { properties } of persons) {
    for (const [key, value] of Object.entries(properties)) if (!kinds.has(key)) kinds.set(key, kindOfValue(value))
  }
  return new Map([...kinds].sort(([a], [b]) => a.localeCompare(b)))
}
