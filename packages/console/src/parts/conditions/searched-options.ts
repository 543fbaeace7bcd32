import { useQuery } from '../../api/query.ts'
import { openProject } from '../../session.ts'
import type { ComboboxOption } from '../suggestions.tsx'
import { useLast } from '../use-last.ts'
import { useSettled } from '../use-settled.ts'

interface SearchedOptions {
  readonly options: readonly ComboboxOption[]
  readonly isSearching: boolean
}

/** The length of the list below a field. It is short because flags are loaded with their definitions. */
const SHOWN = 20

/**
 * Returns flags that contain the typed text, the flag with exactly this key first. The server searches them, a moment
 * after the last key and only while the field has the focus (CONSOLE-222).
 */
export function useFlagOptions(typed: string | undefined, without: number | undefined): SearchedOptions {
  const search = useSettled(typed ?? '').trim()
  const params = { project_id: openProject().id }
  const isOpen = typed !== undefined
  const query = { search, limit: String(SHOWN), order: 'key' }
  const found = useLast(useQuery('listFlags', isOpen ? { params, query } : null), { search })
  const exact = useQuery('listFlags', isOpen && search !== '' ? { params, query: { key: search, limit: '2' } } : null)
  const flags = [...(exact.data?.results ?? []), ...(found.data?.results ?? [])].filter(({ id }) => id !== without)
  const options = flags.map(({ id, key, name }) => ({ value: String(id), label: key, ...(name && { hint: name }) }))
  const isSearching = isBusy(typed, search, found) || (isOpen && search !== '' && exact.loading)
  return { options: distinct(options), isSearching }
}

/** Returns cohorts whose name contains the typed text. They are searched in the same way. */
export function useCohortOptions(typed: string | undefined): SearchedOptions {
  const search = useSettled(typed ?? '').trim()
  const params = { project_id: openProject().id }
  const query = { search, limit: String(SHOWN) }
  const found = useLast(useQuery('listCohorts', typed === undefined ? null : { params, query }), { search })
  const options = (found.data?.results ?? []).map(({ id, name }) => ({ value: String(id), label: name || String(id) }))
  return { options, isSearching: isBusy(typed, search, found) }
}

/** Whether the response is for an older text than the typed one. */
function isBusy(typed: string | undefined, search: string, { data, problem, question }: ReturnType<typeof useLast>) {
  if (typed === undefined || problem !== undefined) return false
  return data === undefined || typed.trim() !== search || question !== JSON.stringify({ search })
}

function distinct(options: readonly ComboboxOption[]): readonly ComboboxOption[] {
  return [...new Map(options.map((option) => [option.value, option])).values()]
}
