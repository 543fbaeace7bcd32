import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { connected } from '../../api/connection.ts'
import { focusAfterRemoval } from '../../parts/focus-after-removal.ts'
import { whole } from '../../parts/number.ts'
import { ownValue } from '../../parts/own-value.ts'
import { tell } from '../../parts/toasts.tsx'
import { type Doing, useDoing } from '../../parts/use-doing.ts'
import { useDraft } from '../../parts/use-draft.ts'
import { Wrong } from '../../parts/wrong.tsx'
import { sentences } from '../../text/frame.ts'
import { people as text } from '../../text/people.ts'
import { typedValue, valueAsTyped } from '../flag/explain/subject.ts'

type Properties = Readonly<Record<string, unknown>>
type Change = (set: Properties, unset: readonly string[]) => Promise<void>

interface Props {
  /** The name under which typed values are stored until they are saved. */
  readonly draftName: string
  readonly properties: Properties
  readonly onChange: Change
  readonly children?: ComponentChildren
}

/** Unsaved changes: changed values by property, and a new property. */
interface Draft {
  readonly changed: Readonly<Record<string, string>>
  readonly name: string
  readonly value: string
}

const BLANK: Draft = { changed: {}, name: '', value: '' }
/** From this number of properties on, they can be searched. */
const SEARCHED_FROM = 20
const SHOWN = 20

/** Lists the properties of a user or a group by name. Each can be changed and removed. */
export function PropertiesCard({ draftName, properties, onChange, children }: Props) {
  const doing = useDoing()
  const { draft, change, wasRestored } = useDraft(draftName, BLANK)
  const [search, setSearch] = useState('')
  const [isWhole, showAll] = useState(false)
  const names = Object.keys(properties).sort((one, other) => one.localeCompare(other))
  const found = names.filter((name) => isFound(name, properties[name], search))
  // A value that is being edited stays in view.
  const shown = isWhole ? found : found.filter((name, index) => index < SHOWN || Object.hasOwn(draft.changed, name))
  const type = (name: string, typed: string | undefined) => {
    const { [name]: _, ...others } = draft.changed
    change({ changed: typed === undefined ? others : { ...others, [name]: typed } })
  }
  return (
    <section class="card stack properties-card">
      <h2>{text.properties}</h2>
      {children}
      {wasRestored && (
        <p class="small" role="status">
          {sentences.restored}
        </p>
      )}
      {names.length > SEARCHED_FROM && (
        <input
          type="search"
          class="input"
          aria-label={text.findProperty}
          placeholder={text.findProperty}
          autocomplete="off"
          spellcheck={false}
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
      {names.length === 0 && <p class="quiet">{text.noProperties}</p>}
      {names.length > 0 && found.length === 0 && <p class="quiet">{text.noPropertyFound}</p>}
      <div class="stack tight">
        {shown.map((name) => (
          <Property
            key={name}
            name={name}
            value={properties[name]}
            typed={ownValue(draft.changed, name)}
            doing={doing}
            onType={(typed) => type(name, typed)}
            onChange={onChange}
          />
        ))}
      </div>
      {found.length > shown.length && (
        <button type="button" class="button link start" onClick={() => showAll(true)}>
          {text.showAllProperties(whole(found.length - shown.length))}
        </button>
      )}
      <Wrong problem={doing.problem} />
      {connected.value && <AddProperty known={names} draft={draft} doing={doing} onType={change} onChange={onChange} />}
    </section>
  )
}

function isFound(name: string, value: unknown, search: string): boolean {
  const needle = search.trim().toLowerCase()
  return needle === '' || name.toLowerCase().includes(needle) || valueAsTyped(value).toLowerCase().includes(needle)
}

interface PropertyProps {
  readonly name: string
  readonly value: unknown
  /** The typed value that is not saved. */
  readonly typed: string | undefined
  readonly doing: Doing
  readonly onType: (typed: string | undefined) => void
  readonly onChange: Change
}

function Property({ name, value, typed, doing, onType, onChange }: PropertyProps) {
  const before = valueAsTyped(value)
  const shown = typed ?? before
  const save = (event: Event) => {
    event.preventDefault()
    if (typed === undefined) return
    return doing.run(async () => {
      await onChange({ [name]: typedValue(typed) }, [])
      onType(undefined)
      tell(text.saved(name), () => onChange({ [name]: value }, []))
    })
  }
  const remove = (button: HTMLElement) => {
    const focusNeighbour = focusAfterRemoval(button, ENTRIES)
    return doing.run(async () => {
      await onChange({}, [name])
      focusNeighbour()
      tell(text.removed(name), () => onChange({ [name]: value }, []))
    })
  }
  return (
    <form class="property-row" onSubmit={save}>
      <label class="small">
        <span class="mono" dir="auto">
          {name}
        </span>
        <textarea
          class="input mono"
          dir="auto"
          rows={Math.min(MOST_ROWS, Math.ceil(shown.length / CHARACTERS_OF_ROW) || 1)}
          spellcheck={false}
          readOnly={!connected.value}
          value={shown}
          onInput={({ currentTarget }) => onType(currentTarget.value === before ? undefined : currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
              event.preventDefault()
              event.currentTarget.form?.requestSubmit()
            }
          }}
        />
      </label>
      {connected.value &&
        (typed === undefined ? (
          <button
            type="button"
            class="button plain icon quiet remove"
            aria-label={text.remove(name)}
            title={text.remove(name)}
            disabled={doing.blocked}
            onClick={({ currentTarget }) => void remove(currentTarget)}
          >
            <span aria-hidden="true">×</span>
          </button>
        ) : (
          <button type="submit" class="button" aria-label={text.saveOf(name)} disabled={doing.blocked}>
            {text.save}
          </button>
        ))}
    </form>
  )
}

const ENTRIES = { controls: '.property-row .remove', otherwise: '.property-row.new input' }

/** The approximate number of characters in a row, for browsers that cannot fit a field to its content. */
const CHARACTERS_OF_ROW = 34
const MOST_ROWS = 6

interface AddProps {
  readonly known: readonly string[]
  readonly draft: Draft
  readonly doing: Doing
  readonly onType: (fields: Partial<Draft>) => void
  readonly onChange: Change
}

function AddProperty({ known, draft, doing, onType, onChange }: AddProps) {
  const name = draft.name.trim()
  const isKnown = known.includes(name)
  const add = (event: Event) => {
    event.preventDefault()
    return doing.run(async () => {
      await onChange({ [name]: typedValue(draft.value) }, [])
      tell(text.added(name), () => onChange({}, [name]))
      onType({ name: '', value: '' })
    })
  }
  return (
    <form class="property-row new" onSubmit={add}>
      <input
        class="input mono"
        dir="auto"
        aria-label={text.property}
        placeholder={text.property}
        value={draft.name}
        onInput={({ currentTarget }) => onType({ name: currentTarget.value })}
      />
      <input
        class="input mono"
        dir="auto"
        aria-label={text.value}
        placeholder={text.valueHint}
        value={draft.value}
        onInput={({ currentTarget }) => onType({ value: currentTarget.value })}
      />
      <button type="submit" class="button" disabled={doing.blocked || name === '' || isKnown}>
        {text.add}
      </button>
      {isKnown && <p class="wrong">{text.isKnown}</p>}
    </form>
  )
}
