import { createContext } from 'preact'
import { useContext, useMemo, useState } from 'preact/hooks'
import { useQuery } from '../../api/query.ts'
import { openProject } from '../../session.ts'
import type { SentenceNames } from '../../text/who-gets-it.ts'
import { useLast } from '../use-last.ts'
import type { ConditionSet, PropertyFilter } from './condition-types.ts'
import { type KnownProperties, NO_PROPERTIES, useGroupProperties, useUserProperties } from './known-properties.ts'

/** The records that conditions of the open project can reference, with names. */
export interface ConditionSources {
  readonly properties: KnownProperties
  /** By the index of the group type. */
  readonly groupProperties: ReadonlyMap<number, KnownProperties>
  readonly groupTypes: readonly { readonly index: number; readonly name: string }[]
  readonly names: SentenceNames
  /** The flag of the conditions, which cannot depend on itself. */
  readonly flagId: number | undefined
  /** Stores the name of a flag or cohort that was chosen in a picker. */
  readonly remember: (kind: NamedKind, id: string, name: string) => void
}

type NamedKind = 'flags' | 'cohorts'

const NOTHING: ConditionSources = {
  properties: NO_PROPERTIES,
  // Bound: is as large as nothing: it stays empty.
  groupProperties: new Map(),
  groupTypes: [],
  names: {},
  flagId: undefined,
  remember: () => {},
}

export const ConditionSourcesContext = createContext(NOTHING)

export const useSources = (): ConditionSources => useContext(ConditionSourcesContext)

/** Ids of the flags and cohorts that conditions reference, and the group types that they filter. */
export interface References {
  readonly flags: readonly string[]
  readonly cohorts: readonly string[]
  readonly groupTypes: readonly number[]
}

const ID = /^\d{1,15}$/

/** Returns what filters reference. The order does not depend on the order of the filters. */
export function referencesOf(filters: readonly PropertyFilter[]): References {
  const ids = (type: PropertyFilter['type'], idOf: (filter: PropertyFilter) => unknown) =>
    distinct(filters.filter((filter) => filter.type === type).map((filter) => String(idOf(filter)))).filter((id) =>
      ID.test(id),
    )
  return {
    flags: ids('flag', ({ key }) => key),
    cohorts: ids('cohort', ({ value }) => value),
    groupTypes: distinct(
      filters.flatMap(({ type, group_type_index: index }) => (type === 'group' ? (index ?? []) : [])),
    ),
  }
}

/** Returns what condition sets reference, including the group types that they roll out by. */
export function referencesOfSets(sets: readonly ConditionSet[]): References {
  const { groupTypes, ...references } = referencesOf(sets.flatMap(({ properties }) => properties ?? []))
  const rolledOutBy = sets.flatMap(({ aggregation_group_type_index: index }) => index ?? [])
  return { ...references, groupTypes: distinct([...groupTypes, ...rolledOutBy]) }
}

function distinct<Value extends string | number>(values: readonly Value[]): readonly Value[] {
  return [...new Set(values)].sort()
}

/**
 * Returns names for sentences. One request loads all referenced flags and one all referenced cohorts, whatever the size
 * of the project (CONSOLE-223).
 */
export function useConditionNames({ flags, cohorts }: Pick<References, NamedKind>): ConditionSources {
  const params = { project_id: openProject().id }
  const [chosen, setChosen] = useState<Readonly<Record<NamedKind, Readonly<Record<string, string>>>>>({
    flags: {},
    cohorts: {},
  })
  const missingFlags = flags.filter((id) => !Object.hasOwn(chosen.flags, id))
  const missingCohorts = cohorts.filter((id) => !Object.hasOwn(chosen.cohorts, id))
  const keys = useLast(
    useQuery('listFlagKeys', missingFlags.length === 0 ? null : { params, body: { ids: missingFlags.map(Number) } }),
  ).data?.keys
  const named = useLast(
    useQuery(
      'listCohorts',
      missingCohorts.length === 0
        ? null
        : { params, query: { ids: missingCohorts.join(), limit: String(missingCohorts.length) } },
    ),
  ).data?.results
  const types = useQuery('listGroupTypes', { params }).data
  // The object stays the same while its content does, because all conditions of a form are rendered with it.
  return useMemo(() => {
    const groupTypes = (types ?? []).map((type) => ({ index: type.group_type_index, name: type.group_type }))
    return {
      ...NOTHING,
      groupTypes,
      names: {
        flags: { ...keys, ...chosen.flags },
        cohorts: { ...Object.fromEntries((named ?? []).map(({ id, name }) => [id, name])), ...chosen.cohorts },
        groupTypes: Object.fromEntries(groupTypes.map(({ index, name }) => [index, name])),
      },
      remember: (kind, id, name) => setChosen((current) => ({ ...current, [kind]: { ...current[kind], [id]: name } })),
    }
  }, [keys, named, types, chosen])
}

/** Returns all data that an editor of conditions needs. Parts that the user has no permission for are empty. */
export function useConditionSources(references: References, flagId?: number): ConditionSources {
  const names = useConditionNames(references)
  const properties = useUserProperties()
  const groupProperties = useGroupProperties(references.groupTypes)
  return useMemo(
    () => ({ ...names, properties, groupProperties, flagId }),
    [names, properties, groupProperties, flagId],
  )
}
