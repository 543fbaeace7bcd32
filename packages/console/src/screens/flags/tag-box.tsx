import { setQuery } from '../../route.ts'
import { flagList } from '../../text/flags.ts'
import { knownTags } from './known-tags.ts'

/** Filters the list by a tag: a known one, or any typed one. */
export function TagBox({ tag }: { readonly tag: string | null }) {
  const choose = (text: string) => setQuery({ tag: text.trim() || null, page: null })
  return (
    <>
      <input
        type="search"
        class="input tagged"
        list="flag-tags"
        aria-label={flagList.tag}
        placeholder={flagList.anyTag}
        autocomplete="off"
        dir="auto"
        value={tag ?? ''}
        data-chosen={tag !== null || undefined}
        onInput={({ currentTarget: { value } }) => {
          if (value === '' || knownTags.value.includes(value)) choose(value)
        }}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <datalist id="flag-tags">
        {knownTags.value.map((known) => (
          <option key={known} value={known} />
        ))}
      </datalist>
    </>
  )
}
