import { useState } from 'preact/hooks'
import { reference as text } from '../text/reference.ts'
import type { ApiDocument, Schema } from './document.ts'
import { fieldsOf, typeWords } from './schema-words.ts'

interface Props {
  readonly api: ApiDocument
  readonly schema: Schema
}

/** Shows the fields of an object with their types and descriptions. Nested fields can be expanded. */
export function SchemaFields({ api, schema }: Props) {
  const object = fieldsOf(api, schema)
  if (!object) return <p class="quiet small">{typeWords(api, schema)}</p>
  const required = new Set(object.required)
  return (
    <ul class="fields">
      {Object.entries(object.properties ?? {}).map(([name, field]) => (
        <li key={name}>
          <code>{name}</code> <span class="quiet small">{typeWords(api, field)}</span>
          {required.has(name) && <span class="small"> {text.required}</span>}
          {field.description && <span class="small"> {field.description}</span>}
          {fieldsOf(api, field) && <Inside api={api} schema={field} name={name} />}
        </li>
      ))}
    </ul>
  )
}

/** Shows nested fields once they are expanded. */
export function Inside({ api, schema, name }: Props & { readonly name: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary class="small">{text.inside(name)}</summary>
      {isOpen && <SchemaFields api={api} schema={schema} />}
    </details>
  )
}
