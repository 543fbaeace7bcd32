import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { connected } from '../../api/connection.ts'
import { tell } from '../../parts/toasts.tsx'
import { type Doing, useDoing } from '../../parts/use-doing.ts'
import { Wrong } from '../../parts/wrong.tsx'
import { people as text } from '../../text/people.ts'
import { typedValue, valueAsTyped } from '../flag/explain/subject.ts'

type Properties = Readonly<Record<string, unknown>>
type Change = (set: Properties, unset: readonly string[]) => Promise<void>

interface Props {
  readonly properties: Properties
  readonly onChange: Change
  readonly children?: ComponentChildren
}

/** What is known about somebody, by name; each can be changed and removed. */
export function PropertiesCard({ properties, onChange, children }: Props) {
  const doing = useDoing()
  const names = Object.keys(properties).sort((one, other) => one.localeCompare(other))
  return (
    <section class="card stack">
      <h2>{text.properties}</h2>
      {children}
      {names.length === 0 && <p class="quiet">{text.noProperties}</p>}
      <div class="stack tight">
        {names.map((name) => (
          <Property
            key={`${name} ${valueAsTyped(properties[name])}`}
            name={name}
            value={properties[name]}
            doing={doing}
            onChange={onChange}
          />
        ))}
      </div>
      <Wrong problem={doing.problem} />
      {connected.value && <AddProperty known={names} doing={doing} onChange={onChange} />}
    </section>
  )
}

interface PropertyProps {
  readonly name: string
  readonly value: unknown
  readonly doing: Doing
  readonly onChange: Change
}

function Property({ name, value, doing, onChange }: PropertyProps) {
  const before = valueAsTyped(value)
  const [typed, setTyped] = useState(before)
  const save = (event: Event) => {
    event.preventDefault()
    return doing.run(async () => {
      await onChange({ [name]: typedValue(typed) }, [])
      tell(text.saved(name), () => onChange({ [name]: value }, []))
    })
  }
  const remove = () =>
    doing.run(async () => {
      await onChange({}, [name])
      tell(text.removed(name), () => onChange({ [name]: value }, []))
    })
  return (
    <form class="property-row" onSubmit={save}>
      <label class="small">
        <span class="mono" dir="auto">
          {name}
        </span>
        <input
          class="input mono"
          dir="auto"
          readOnly={!connected.value}
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </label>
      {connected.value &&
        (typed === before ? (
          <button
            type="button"
            class="button plain icon"
            aria-label={text.remove(name)}
            title={text.remove(name)}
            disabled={doing.blocked}
            onClick={() => void remove()}
          >
            <span aria-hidden="true">×</span>
          </button>
        ) : (
          <button type="submit" class="button" disabled={doing.blocked}>
            {text.save}
          </button>
        ))}
    </form>
  )
}

interface AddProps {
  readonly known: readonly string[]
  readonly doing: Doing
  readonly onChange: Change
}

function AddProperty({ known, doing, onChange }: AddProps) {
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const isKnown = known.includes(name.trim())
  const add = (event: Event) => {
    event.preventDefault()
    return doing.run(async () => {
      const added = name.trim()
      await onChange({ [added]: typedValue(value) }, [])
      tell(text.added(added), () => onChange({}, [added]))
      setName('')
      setValue('')
    })
  }
  return (
    <form class="property-row new" onSubmit={add}>
      <input
        class="input mono"
        aria-label={text.property}
        placeholder={text.property}
        value={name}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
      <input
        class="input mono"
        dir="auto"
        aria-label={text.value}
        placeholder={text.valueHint}
        value={value}
        onInput={({ currentTarget }) => setValue(currentTarget.value)}
      />
      <button type="submit" class="button" disabled={doing.blocked || name.trim() === '' || isKnown}>
        {text.add}
      </button>
    </form>
  )
}
