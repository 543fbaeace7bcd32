import { useState } from 'preact/hooks'
import { reference as text } from '../text/reference.ts'
import { type ApiDocument, followed, jsonOf, type Operation } from './document.ts'
import { Inside, SchemaFields } from './schema-fields.tsx'
import { TryIt } from './try-it.tsx'

interface Props {
  readonly api: ApiDocument
  readonly operation: Operation
  readonly apiKey: string
}

/** Shows an operation: its parameters, its responses, and a form to try it. Rendered when it is expanded. */
export function OperationView({ api, operation, apiKey }: Props) {
  const { method, path, summary, operationId } = operation
  const [isOpen, setIsOpen] = useState(location.hash === `#${operationId}`)
  return (
    <details
      class="operation"
      id={operationId}
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        <span class="method mono">{method}</span>
        <span class="path mono">{path}</span>
        <span class="quiet small">{summary}</span>
      </summary>
      {isOpen && <Told api={api} operation={operation} apiKey={apiKey} />}
    </details>
  )
}

function Told({ api, operation, apiKey }: Props) {
  const { description, requestBody, responses } = operation
  const body = jsonOf(requestBody?.content)
  return (
    <div class="stack">
      {description && <p>{description}</p>}
      {body && (
        <section class="stack tight">
          <h3>{text.takes}</h3>
          <SchemaFields api={api} schema={body} />
        </section>
      )}
      <section class="stack tight">
        <h3>{text.tryIt}</h3>
        <TryIt api={api} operation={operation} apiKey={apiKey} />
      </section>
      <section class="stack tight">
        <h3>{text.answers}</h3>
        {Object.entries(responses).map(([status, answer]) => {
          const { description: words, content } = followed(api, answer)
          const schema = status.startsWith('2') ? jsonOf(content) : undefined
          return (
            <div key={status}>
              <code>{status}</code> <span class="small">{words}</span>
              {schema && <Inside api={api} schema={schema} name={status} />}
            </div>
          )
        })}
      </section>
    </div>
  )
}
