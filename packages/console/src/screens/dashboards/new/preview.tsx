import { newDashboard as text } from '../../../text/new-dashboard.ts'
import { previewOf } from './template-document.ts'

/** Lists the tiles that the dashboard would have, in order. */
export function Preview({ tiles }: { readonly tiles: unknown }) {
  const shown = previewOf(tiles)
  if (shown.length === 0) return null
  return (
    <section class="stack tight" aria-label={text.preview}>
      <h2>{text.preview}</h2>
      <ol class="preview-tiles">
        {shown.map(({ name, description, isText }, index) => (
          <li key={`${index}${name}`}>
            <strong dir="auto">{isText ? text.text : name || text.unnamed}</strong>
            <span class="quiet small" dir="auto">
              {isText ? name : description}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
