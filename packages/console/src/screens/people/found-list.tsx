import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Query } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { whole } from '../../parts/number.ts'
import { useSettled } from '../../parts/use-settled.ts'
import { people as text } from '../../text/people.ts'

/** The number of results that fit into a dialog. */
export const FOUND_LIMIT = 8

interface Page<Item> {
  readonly count: number
  readonly results: readonly Item[]
}

interface Props<Item> {
  readonly label: string
  readonly hint: string
  /** Queries the server. */
  readonly useFound: (search: string) => Query<Page<Item>>
  readonly children: (item: Item) => ComponentChildren
  /** Shown without a search if there is nothing to choose. */
  readonly none: ComponentChildren
  readonly noneFound: string
}

/** A search field with results from the server. The user chooses one. */
export function FoundList<Item>({ label, hint, useFound, children, none, noneFound }: Props<Item>) {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed).trim()
  return (
    <>
      <input
        type="search"
        class="input"
        aria-label={label}
        placeholder={hint}
        maxLength={200}
        dir="auto"
        autocomplete="off"
        spellcheck={false}
        autofocus
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div class="found-list">
        <Answered query={useFound(search)} rows={4}>
          {({ count, results }) => (
            <>
              {count === 0 && (search === '' ? none : <p class="quiet">{noneFound}</p>)}
              <ul>{results.map(children)}</ul>
              {count > results.length && <p class="quiet small">{text.moreFound(whole(count - results.length))}</p>}
            </>
          )}
        </Answered>
      </div>
    </>
  )
}
