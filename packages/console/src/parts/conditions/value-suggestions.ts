import { useState } from 'preact/hooks'
import { useQuery } from '../../api/query.ts'
import { openProject } from '../../session.ts'
import type { ComboboxOption } from '../suggestions.tsx'
import { useLast } from '../use-last.ts'
import { useSettled } from '../use-settled.ts'
import { useSources } from './condition-sources.ts'
import type { PropertyFilter } from './condition-types.ts'

/** The length of the list below a field. */
const SHOWN = 20

/**
 * Returns stored values of a filter's property that contain the typed text. The server searches values of users and
 * keys of groups, a moment after the last key and only while the field has the focus.
 */
export function useValueSuggestions({ key, type, group_type_index: groupType }: PropertyFilter) {
  const [typed, setTyped] = useState<string>()
  const { groupProperties } = useSources()
  const search = useSettled(typed ?? '').trim()
  const params = { project_id: openProject().id }
  const isOpen = typed !== undefined && key !== ''
  const ofUsers = isOpen && type === 'person'
  const ofKeys = isOpen && type === 'group' && key === '$group_key' && groupType != null
  const values = useLast(
    useQuery('listPersonValues', ofUsers ? { params, query: { key, ...(search !== '' && { value: search }) } } : null),
    { key },
  )
  const groups = useLast(
    useQuery(
      'listGroups',
      ofKeys ? { params, query: { group_type_index: String(groupType), search, limit: String(SHOWN) } } : null,
    ),
  )
  const found = (): readonly ComboboxOption[] => {
    if (ofUsers)
      return (values.data ?? []).map(({ name, count }) => ({ value: name, label: name, hint: String(count) }))
    if (ofKeys) return (groups.data?.results ?? []).map(groupOption)
    if (!isOpen || type !== 'group' || groupType == null) return []
    return (groupProperties.get(groupType)?.values.get(key) ?? []).map((value) => ({ value, label: value }))
  }
  const needle = (typed ?? '').trim().toLowerCase()
  const options = found().filter(
    ({ label, hint, value }) =>
      value !== typed && [label, ofKeys ? (hint ?? '') : ''].some((each) => each.toLowerCase().includes(needle)),
  )
  return { options: options.slice(0, SHOWN), onType: setTyped }
}

interface StoredGroup {
  readonly group_key: string
  readonly group_properties: Readonly<Record<string, unknown>>
}

function groupOption({ group_key: key, group_properties: { name } }: StoredGroup): ComboboxOption {
  return { value: key, label: key, ...(typeof name === 'string' && name !== key && { hint: name }) }
}
