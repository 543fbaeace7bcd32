import { useState } from 'preact/hooks'
import { Copy } from '../../parts/copy.tsx'
import { laidOut } from '../../parts/laid-out.ts'
import { sizeText } from '../../parts/number.ts'
import { payloadText } from '../../text/flag-page.ts'
import { type Flag, variantsOf } from './flag.ts'

type Payload = readonly [key: string, json: string]

/** Longer payloads are collapsed, because they fill several screens when formatted. */
const MOST_CHARACTERS = 4000
/** Payloads up to this length are completely in their row. */
const LINE_CHARACTERS = 60

/** Shows the payloads of a flag: one as a block, several in a table (CONSOLE-273). */
export function Payloads({ flag }: { readonly flag: Flag }) {
  const payloads = payloadsOf(flag)
  if (payloads.length === 0 && !flag.payload_schema) return null
  const [only] = payloads
  const isOne = payloads.length === 1 && only !== undefined
  return (
    <section class="stack">
      <h2>{isOne ? payloadText.one : payloadText.title}</h2>
      {flag.has_encrypted_payloads && <p class="quiet">{payloadText.encrypted}</p>}
      {isOne ? <OnePayload payload={only} /> : payloads.length > 0 && <PayloadTable payloads={payloads} />}
      {flag.payload_schema && (
        <details>
          <summary>{payloadText.schema}</summary>
          <Code text={JSON.stringify(flag.payload_schema, null, 2)} />
        </details>
      )}
    </section>
  )
}

function OnePayload({ payload: [key, json] }: { readonly payload: Payload }) {
  const [isOpen, setIsOpen] = useState(json.length <= MOST_CHARACTERS)
  return (
    <div class="card stack tight">
      <div class="row wrap">
        {key !== 'true' && <code>{key}</code>}
        <span class="quiet small grow">{sizeText(json)}</span>
        {json.length > MOST_CHARACTERS && <Toggle payloadKey={key} isOpen={isOpen} onToggle={setIsOpen} />}
        <Copy text={json} label={payloadText.copy} />
      </div>
      {isOpen && <Code text={laidOut(json)} />}
    </div>
  )
}

function PayloadTable({ payloads }: { readonly payloads: readonly Payload[] }) {
  return (
    <div class="card payloads">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{payloadText.value}</th>
            <th scope="col">{payloadText.payload}</th>
            <th scope="col">
              <span class="visually-hidden">{payloadText.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {payloads.map((payload) => (
            <PayloadRow key={payload[0]} payload={payload} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function PayloadRow({ payload: [key, json] }: { readonly payload: Payload }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <tr>
        <th scope="row" class="payload-key">
          <code title={key}>{key}</code>
        </th>
        <td class={json.length > LINE_CHARACTERS ? 'payload-start' : 'anywhere'}>
          <code>{json.slice(0, 2 * LINE_CHARACTERS)}</code>
        </td>
        <td class="payload-acts">
          {json.length > LINE_CHARACTERS && (
            <>
              <span class="quiet small">{sizeText(json)}</span>
              <Toggle payloadKey={key} isOpen={isOpen} onToggle={setIsOpen} />
            </>
          )}
          <Copy text={json} label={payloadText.copy} />
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={3}>
            <Code text={laidOut(json)} />
          </td>
        </tr>
      )}
    </>
  )
}

interface ToggleProps {
  readonly payloadKey: string
  readonly isOpen: boolean
  readonly onToggle: (isOpen: boolean) => void
}

function Toggle({ payloadKey, isOpen, onToggle }: ToggleProps) {
  return (
    <button
      type="button"
      class="button link"
      aria-expanded={isOpen}
      aria-label={(isOpen ? payloadText.hideOf : payloadText.showOf)(payloadKey)}
      onClick={() => onToggle(!isOpen)}
    >
      {isOpen ? payloadText.hide : payloadText.show}
    </button>
  )
}

function Code({ text }: { readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard
    <pre class="code" tabIndex={0}>
      {text}
    </pre>
  )
}

/** Returns the payloads in the order of the variants. */
function payloadsOf(flag: Flag): readonly Payload[] {
  const order = variantsOf(flag).map(({ key }) => key)
  const payloads = Object.entries(flag.filters.payloads ?? {})
  return payloads.sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
}
