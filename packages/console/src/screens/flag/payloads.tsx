import { laidOut } from '../../parts/laid-out.ts'
import { conditionText } from '../../text/flag-page.ts'
import { type Flag, variantsOf } from './flag.ts'

/** The values that come with the answers of a flag. */
export function Payloads({ flag }: { readonly flag: Flag }) {
  const payloads = payloadsOf(flag)
  if (payloads.length === 0 && !flag.payload_schema) return null
  return (
    <section class="stack">
      <h2>{conditionText.payload}</h2>
      {flag.has_encrypted_payloads && <p class="quiet">{conditionText.encrypted}</p>}
      {payloads.map(([key, payload]) => (
        <div key={key} class="card stack">
          <code>{key}</code>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long payload is scrolled with the keyboard */}
          <pre class="code" tabIndex={0}>
            {laidOut(payload)}
          </pre>
        </div>
      ))}
      {flag.payload_schema && (
        <details>
          <summary>{conditionText.payloadSchema}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long schema is scrolled with the keyboard */}
          <pre class="code" tabIndex={0}>
            {JSON.stringify(flag.payload_schema, null, 2)}
          </pre>
        </details>
      )}
    </section>
  )
}

/** In the order of the variants. */
function payloadsOf(flag: Flag): readonly (readonly [string, string])[] {
  const order = variantsOf(flag).map(({ key }) => key)
  const payloads = Object.entries(flag.filters.payloads ?? {})
  return payloads.sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
}
