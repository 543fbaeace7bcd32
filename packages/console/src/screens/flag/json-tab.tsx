import { Copy } from '../../parts/copy.tsx'
import { jsonText } from '../../text/flag-page.ts'
import type { Flag } from './flag.ts'

/** Shows the flag as the API returns it. */
export function JsonTab({ flag }: { readonly flag: Flag }) {
  const json = JSON.stringify(flag, null, 2)
  return (
    <section class="stack">
      <div class="row">
        <h2 class="grow">{jsonText.title}</h2>
        <Copy text={json} label={jsonText.copy} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled with the keyboard */}
      <pre class="code" tabIndex={0}>
        {json}
      </pre>
    </section>
  )
}
