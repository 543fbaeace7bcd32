import { useId } from 'preact/hooks'
import { useQuery } from '../api/query.ts'
import { openProject } from '../session.ts'
import type { FieldAttributes } from './field.tsx'
import { useLast } from './use-last.ts'
import { useSettled } from './use-settled.ts'

/** The length of the list below the field. */
const MOST_SUGGESTED = 8

interface Props extends FieldAttributes {
  /** If no label is visible. */
  readonly 'aria-label'?: string
  readonly placeholder?: string
  readonly value: string
  readonly onChange: (distinctId: string) => void
}

/** A field that accepts any distinct id, and suggests stored users by the start of their id or e-mail. */
export function PersonBox({ value, placeholder = 'user-42', onChange, ...attributes }: Props) {
  const list = useId()
  return (
    <>
      <input
        {...attributes}
        class="input mono"
        value={value}
        placeholder={placeholder}
        list={list}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <datalist id={list}>
        {useKnown(value.trim()).map(({ distinct_id: id, properties }) => (
          <option key={id} value={id}>
            {typeof properties.email === 'string' ? properties.email : null}
          </option>
        ))}
      </datalist>
    </>
  )
}

function useKnown(typed: string) {
  const search = useSettled(typed)
  const query = { search, limit: String(MOST_SUGGESTED) }
  const asked = search === '' ? null : { params: { project_id: openProject().id }, query }
  const { data } = useLast(useQuery('listPersons', asked))
  return (search !== '' && data?.results) || []
}
