import { useState } from 'preact/hooks'
import { Copy } from '../parts/copy.tsx'
import { Field } from '../parts/field.tsx'
import { jsonProblem } from '../parts/json-problem.ts'
import { jsonWrong } from '../text/json.ts'
import { reference as text } from '../text/reference.ts'
import { type ApiDocument, jsonOf, type Operation } from './document.ts'
import { apiRoot, curlOf, type PreparedRequest, requestOf } from './request.ts'
import { exampleOf, typeWords } from './schema-words.ts'

interface Props {
  readonly api: ApiDocument
  readonly operation: Operation
  /** The user's personal API key. */
  readonly apiKey: string
}

/** The time limit of a request: a stream never ends. */
const PATIENCE_MS = 10_000
/** The response headers that are shown. */
const TELLING = ['content-type', 'etag', 'flagdeck-version', 'location', 'retry-after', 'x-request-id']

interface Outcome {
  readonly status: string
  readonly headers: readonly string[]
  readonly body: string
}

/** Shows a form that sends an operation to this server. */
export function TryIt({ api, operation, apiKey }: Props) {
  const schema = jsonOf(operation.requestBody?.content)
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() => prefilled(operation))
  const [body, setBody] = useState(() => (schema ? JSON.stringify(exampleOf(api, schema), null, 2) : ''))
  const [outcome, setOutcome] = useState<Outcome>()
  const [busy, setBusy] = useState(false)
  const request = requestOf(apiRoot(location.href), operation, { key: apiKey, values, body: schema ? body : '' })
  const problem = schema && body.trim() !== '' ? jsonProblem(body) : undefined
  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    setOutcome(await made(request))
    setBusy(false)
  }
  return (
    <form class="stack try" onSubmit={send}>
      <div class="pair">
        {operation.parameters.map(({ name, required = false, description, schema: type = {} }) => (
          <Field key={name} label={name} hint={description ?? typeWords(api, type)}>
            {(attributes) => (
              <input
                {...attributes}
                class="input mono"
                required={required}
                autocomplete="off"
                spellcheck={false}
                value={values[name] ?? ''}
                onInput={({ currentTarget: { value } }) => setValues({ ...values, [name]: value })}
              />
            )}
          </Field>
        ))}
      </div>
      {schema && (
        <Field label={text.body} wrong={problem && jsonWrong(problem)}>
          {(attributes) => (
            <textarea
              {...attributes}
              class="input mono"
              rows={Math.min(16, body.split('\n').length)}
              spellcheck={false}
              value={body}
              onInput={({ currentTarget }) => setBody(currentTarget.value)}
            />
          )}
        </Field>
      )}
      <div class="row wrap">
        <button type="submit" class="button primary" disabled={busy || problem !== undefined}>
          {text.send}
        </button>
        <Copy text={curlOf(request)} label={text.curl} />
      </div>
      <div role="status">{outcome && <Shown {...outcome} />}</div>
    </form>
  )
}

function Shown({ status, headers, body }: Outcome) {
  return (
    <div class="stack tight">
      <p>
        <b>{status}</b>
      </p>
      <p class="quiet small">{headers.join(' · ')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled with the keyboard */}
      <pre class="code" tabIndex={0}>
        {body}
      </pre>
    </div>
  )
}

function prefilled({ parameters }: Operation): Readonly<Record<string, string>> {
  const places = parameters.filter(({ name }) => name === 'project_id' || name === 'organization_id')
  return Object.fromEntries(places.map(({ name }) => [name, '@current']))
}

/** Sends the request without the session cookie, so that only the given key authenticates it. */
async function made({ url, method, headers, body }: PreparedRequest): Promise<Outcome> {
  const since = performance.now()
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const answer = await fetch(url, {
      method,
      headers,
      credentials: 'omit',
      signal,
      ...(body !== undefined && { body }),
    })
    const told = TELLING.flatMap((name) => (answer.headers.has(name) ? [`${name}: ${answer.headers.get(name)}`] : []))
    const content = await answer.text()
    return { status: text.status(answer.status, performance.now() - since), headers: told, body: readable(content) }
  } catch (error) {
    return { status: text.failed, headers: [], body: String(error) }
  }
}

function readable(content: string): string {
  try {
    return JSON.stringify(JSON.parse(content), null, 2)
  } catch {
    return content
  }
}
