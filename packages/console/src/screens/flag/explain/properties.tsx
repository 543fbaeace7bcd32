import { useState } from 'preact/hooks'
import { whole } from '../../../parts/number.ts'
import { ownValue } from '../../../parts/own-value.ts'
import { explainText } from '../../../text/explain.ts'
import { typedProperties, typeProperty, valueAsTyped } from './subject.ts'
import { useStoredUser } from './use-evaluations.ts'

interface Props {
  readonly distinctId: string
  /** Names of the properties that the flag filters on, which come first. */
  readonly used: ReadonlySet<string>
}

/** A button shows further stored properties. */
const SHOWN = 10

/** Shows the evaluated properties: those of the stored user, overridden by typed ones. */
export function Properties({ distinctId, used }: Props) {
  const { data: user } = useStoredUser(distinctId)
  const [showsAll, setShowsAll] = useState(false)
  const all = Object.entries(user?.properties ?? {})
    .map(([name, value]) => [name, valueAsTyped(value)] as const)
    .sort(([one], [other]) => Number(used.has(other)) - Number(used.has(one)))
  const stored = showsAll ? all : all.slice(0, SHOWN)
  const hidden = all.length - stored.length
  const typed = ownValue(typedProperties.value, distinctId) ?? {}
  const added = Object.keys(typed).filter((name) => !all.some(([each]) => each === name))
  return (
    <section class="card stack">
      <h2>{explainText.properties}</h2>
      {user && <p class="quiet small">{explainText.fromProfile}</p>}
      <div class="stack properties" hidden={stored.length + added.length === 0}>
        {stored.map(([name, value]) => (
          <Property
            key={name}
            distinctId={distinctId}
            name={name}
            value={ownValue(typed, name) ?? value}
            isTyped={Object.hasOwn(typed, name)}
            removeLabel={explainText.resetProperty(name)}
          />
        ))}
        {added.map((name) => (
          <Property
            key={name}
            distinctId={distinctId}
            name={name}
            value={ownValue(typed, name) ?? ''}
            isTyped
            removeLabel={explainText.removeProperty(name)}
          />
        ))}
      </div>
      {hidden > 0 && (
        <button type="button" class="button link show-more" onClick={() => setShowsAll(true)}>
          {explainText.showMore(whole(hidden))}
        </button>
      )}
      <AddProperty distinctId={distinctId} />
    </section>
  )
}

interface PropertyProps {
  readonly distinctId: string
  readonly name: string
  readonly value: string
  readonly isTyped: boolean
  /** The label of the button that removes the typed value. */
  readonly removeLabel: string
}

function Property({ distinctId, name, value, isTyped, removeLabel }: PropertyProps) {
  return (
    <div class="property">
      <label class="mono small property-name">
        <span dir="auto">{name}</span>
        <input
          class="input mono"
          dir="auto"
          value={value}
          onChange={({ currentTarget }) => typeProperty(distinctId, name, currentTarget.value)}
        />
      </label>
      {isTyped && (
        <button
          type="button"
          class="button plain icon"
          aria-label={removeLabel}
          title={removeLabel}
          onClick={() => typeProperty(distinctId, name, null)}
        >
          <span aria-hidden="true">×</span>
        </button>
      )}
    </div>
  )
}

function AddProperty({ distinctId }: { readonly distinctId: string }) {
  const [name, setName] = useState('')
  const add = (event: Event) => {
    event.preventDefault()
    if (name.trim() === '') return
    typeProperty(distinctId, name.trim(), '')
    setName('')
  }
  return (
    <form class="row" onSubmit={add}>
      <input
        class="input mono grow"
        dir="auto"
        aria-label={explainText.property}
        placeholder={explainText.property}
        value={name}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
      <button type="submit" class="button" disabled={name.trim() === ''}>
        {explainText.addProperty}
      </button>
    </form>
  )
}
