import { useState } from 'preact/hooks'
import { useQuery } from '../../../api/query.ts'
import { openProject } from '../../../session.ts'
import { explainText } from '../../../text/explain.ts'
import { typedProperties, typeProperty, valueAsTyped } from './subject.ts'

/** The properties that count: those of the known person, and what is typed in over them. */
export function Properties({ distinctId }: { readonly distinctId: string }) {
  const query = useKnownPerson(distinctId)
  const person = query.data?.results.find((each) => each.distinct_id === distinctId)
  const known = Object.entries(person?.properties ?? {}).map(([name, value]) => [name, valueAsTyped(value)] as const)
  const typed = typedProperties.value[distinctId] ?? {}
  const added = Object.keys(typed).filter((name) => !known.some(([each]) => each === name))
  return (
    <section class="card stack">
      <h2>{explainText.properties}</h2>
      <p class="quiet small">{query.data && !person ? explainText.unknown : explainText.fromPerson}</p>
      <div class="stack properties">
        {known.map(([name, value]) => (
          <Property
            key={name}
            distinctId={distinctId}
            name={name}
            value={typed[name] ?? value}
            isTyped={name in typed}
            takeBack={explainText.reset}
          />
        ))}
        {added.map((name) => (
          <Property
            key={name}
            distinctId={distinctId}
            name={name}
            value={typed[name] ?? ''}
            isTyped
            takeBack={explainText.removeProperty(name)}
          />
        ))}
      </div>
      <AddProperty distinctId={distinctId} />
    </section>
  )
}

/** By a list, which answers with nobody where there is nobody. */
function useKnownPerson(distinctId: string) {
  return useQuery('listPersons', {
    params: { project_id: openProject().id },
    query: { distinct_id: distinctId },
  })
}

interface PropertyProps {
  readonly distinctId: string
  readonly name: string
  readonly value: string
  readonly isTyped: boolean
  /** What the button says that takes back what was typed. */
  readonly takeBack: string
}

function Property({ distinctId, name, value, isTyped, takeBack }: PropertyProps) {
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
          aria-label={takeBack}
          title={takeBack}
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
