import { useEffect, useMemo, useState } from 'preact/hooks'
import { call, type Output } from '../../api/call.ts'
import { useQuery } from '../../api/query.ts'
import { openProject } from '../../session.ts'
import { kindOfValue, type PropertyKind, valueTexts } from './condition-types.ts'

/** The properties that stored users, or stored groups of a type, have. */
export interface KnownProperties {
  readonly kinds: ReadonlyMap<string, PropertyKind>
  /** Whether the list is complete. Only then is a missing name unknown. */
  readonly isComplete: boolean
  /** Values of a sample, by property. Values of users are searched on the server instead. */
  readonly values: ReadonlyMap<string, readonly string[]>
}

/** The maximum size of a page. */
const NAMES = 1000
/**
 * The number of records that are read to detect versions. The definitions of properties do not distinguish them from
 * other texts.
 */
const SAMPLE = 100

// Bound: is as large as nothing: both stay empty.
export const NO_PROPERTIES: KnownProperties = { kinds: new Map(), isComplete: false, values: new Map() }

type Definitions = Pick<Output<'listPropertyDefinitions'>, 'results' | 'next' | 'count_is_capped'>
type Records = readonly { readonly properties: Readonly<Record<string, unknown>> }[]

/** Returns properties of users, from two requests for the whole form. */
export function useUserProperties(): KnownProperties {
  const params = { project_id: openProject().id }
  const definitions = useQuery('listPropertyDefinitions', { params, query: { type: 'person', limit: String(NAMES) } })
  const persons = useQuery('listPersons', { params, query: { limit: String(SAMPLE) } })
  return useMemo(
    () => knownProperties(definitions.data, persons.data?.results ?? []),
    [definitions.data, persons.data?.results],
  )
}

/** Returns properties of the groups of these types. Two requests are sent for each type, only once. */
export function useGroupProperties(types: readonly number[]): ReadonlyMap<number, KnownProperties> {
  // Bound: is as large as the group types of a project, at most five (GROUP-1).
  const [known, setKnown] = useState<ReadonlyMap<number, KnownProperties>>(new Map())
  const project = openProject().id
  const missing = types.filter((type) => !known.has(type))
  useEffect(() => {
    let isCurrent = true
    // A single update: each one changes what is missing, and would drop the open requests.
    void Promise.all(missing.map(async (type) => [type, await groupProperties(project, type)] as const)).then(
      (found) => {
        if (isCurrent && found.length > 0) setKnown((current) => new Map([...current, ...found]))
      },
    )
    return () => {
      isCurrent = false
    }
  }, [project, missing.join()])
  return known
}

async function groupProperties(projectId: number, type: number): Promise<KnownProperties> {
  const params = { project_id: projectId }
  const index = String(type)
  const [definitions, groups] = await Promise.all([
    call('listPropertyDefinitions', {
      params,
      query: { type: 'group', group_type_index: index, limit: String(NAMES) },
    }).catch(() => undefined),
    call('listGroups', { params, query: { group_type_index: index, limit: String(SAMPLE) } }).catch(() => undefined),
  ])
  return knownProperties(
    definitions,
    (groups?.results ?? []).map(({ group_properties: properties }) => ({ properties })),
  )
}

function knownProperties(definitions: Definitions | undefined, sample: Records): KnownProperties {
  const sampled = new Map<string, unknown[]>()
  for (const { properties } of sample) {
    for (const [key, value] of Object.entries(properties)) {
      const values = sampled.get(key)
      if (values) values.push(value)
      else sampled.set(key, [value])
    }
  }
  const defined = definitions?.results ?? []
  const names = [...new Set([...defined.map(({ name }) => name), ...sampled.keys()])].sort((a, b) => a.localeCompare(b))
  const types = new Map(defined.map(({ name, property_type }) => [name, property_type]))
  const kindOf = (name: string): PropertyKind => {
    const type = types.get(name)
    if (type === 'Numeric') return 'number'
    if (type === 'DateTime') return 'date'
    return kindOfValue(sampled.get(name)?.[0])
  }
  return {
    kinds: new Map(names.map((name) => [name, kindOf(name)])),
    isComplete: definitions !== undefined && definitions.next === null && !definitions.count_is_capped,
    values: new Map([...sampled].map(([name, values]) => [name, valueTexts(values)])),
  }
}

/** A property that SDKs derive from another: `$initial_x` from `$x` (PERSON-16). */
const DERIVED = /^\$initial_/

/** Whether stored records certainly lack a property. Without stored records nothing is certain. */
export function isUnknownProperty(name: string, { kinds, isComplete }: KnownProperties): boolean {
  return isComplete && kinds.size > 0 && !kinds.has(name) && !DERIVED.test(name)
}
