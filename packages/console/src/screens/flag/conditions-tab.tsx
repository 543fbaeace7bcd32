import { conditionText } from '../../text/flag-page.ts'
import { ConditionSets } from './condition-sets.tsx'
import type { Flag } from './flag.ts'

/** All that the flag's answer rests on. */
export function ConditionsTab({ flag }: { readonly flag: Flag }) {
  return (
    <div class="stack">
      <ConditionSets filters={flag.filters} />
      <Payloads flag={flag} />
    </div>
  )
}

function Payloads({ flag }: { readonly flag: Flag }) {
  const payloads = Object.entries(flag.filters.payloads ?? {})
  if (payloads.length === 0) return null
  return (
    <section class="stack">
      <h2>{conditionText.payload}</h2>
      {flag.has_encrypted_payloads && <p class="quiet">{conditionText.encrypted}</p>}
      {payloads.map(([key, payload]) => (
        <div key={key} class="card stack">
          <code>{key}</code>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long payload is scrolled with the keyboard */}
          <pre class="code" tabIndex={0}>
            {payload}
          </pre>
        </div>
      ))}
    </section>
  )
}
