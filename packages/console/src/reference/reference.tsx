import { useEffect, useState } from 'preact/hooks'
import { Field } from '../parts/field.tsx'
import { reference as text } from '../text/reference.ts'
import { type ApiDocument, matching, operationsOf } from './document.ts'
import { OperationView } from './operation-view.tsx'

/** Shows the API from its OpenAPI document. Each operation can be tried. */
export function Reference() {
  const [api, setApi] = useState<ApiDocument>()
  const [problem, setProblem] = useState(false)
  useEffect(() => {
    fetchDocument().then(setApi, () => setProblem(true))
  }, [])
  return (
    <main class="reference">
      <h1>{text.title}</h1>
      <p class="quiet">
        {text.about} <a href="../">{text.document}</a>
      </p>
      {problem && (
        <p class="wrong" role="alert">
          {text.unreachable}
        </p>
      )}
      {api ? <Operations api={api} /> : !problem && <p class="quiet">{text.loading}</p>}
    </main>
  )
}

async function fetchDocument(): Promise<ApiDocument> {
  const answer = await fetch('../', { credentials: 'omit' })
  if (!answer.ok) throw new Error(`${answer.status}`)
  return answer.json()
}

function Operations({ api }: { readonly api: ApiDocument }) {
  const [search, setSearch] = useState('')
  const [apiKey, setApiKey] = useState('')
  const [all] = useState(() => operationsOf(api))
  const found = matching(all, search)
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), [])
  return (
    <>
      {/* A separate form, so that browsers do not store the key as a password of this site. */}
      <form class="asking" onSubmit={(event) => event.preventDefault()}>
        <Field label={text.search} hint={text.found(found.length, all.length)}>
          {(attributes) => (
            <input
              {...attributes}
              type="search"
              class="input"
              value={search}
              onInput={({ currentTarget }) => setSearch(currentTarget.value)}
            />
          )}
        </Field>
        <Field label={text.key} hint={text.keyHint}>
          {(attributes) => (
            <input
              {...attributes}
              type="password"
              class="input mono"
              placeholder="phx_…"
              autocomplete="off"
              value={apiKey}
              onInput={({ currentTarget }) => setApiKey(currentTarget.value.trim())}
            />
          )}
        </Field>
      </form>
      {api.tags.map(({ name, description }) => {
        const tagged = found.filter(({ tags }) => tags[0] === name)
        if (tagged.length === 0) return null
        return (
          <section key={name}>
            <h2>{name.replaceAll('_', ' ')}</h2>
            {description && <p class="quiet small">{description}</p>}
            {tagged.map((operation) => (
              <OperationView key={operation.operationId} api={api} operation={operation} apiKey={apiKey} />
            ))}
          </section>
        )
      })}
    </>
  )
}
