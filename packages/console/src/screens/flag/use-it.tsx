import { signal } from '@preact/signals'
import { apiRoot } from '../../api/call.ts'
import { Copy } from '../../parts/copy.tsx'
import { openProject } from '../../session.ts'
import { useIt } from '../../text/flag-page.ts'
import { fittingProperties } from './fitting-properties.ts'
import { type Flag, variantsOf } from './flag.ts'
import { type Asking, LANGUAGES, type Language, snippet } from './snippets.ts'

/** Kept between flags: who writes for Node does so for the next one too. */
const language = signal<Language>('node')

export function askingFor(flag: Flag): Asking {
  return {
    key: flag.key,
    host: apiRoot.href.replace(/\/$/, ''),
    token: openProject().api_token,
    answer: variantsOf(flag).length > 0 ? 'variant' : flag.is_remote_configuration ? 'payload' : 'switch',
    properties: fittingProperties(flag.filters),
  }
}

/** How a program asks for this flag, ready to be copied. */
export function UseIt({ flag }: { readonly flag: Flag }) {
  const code = snippet(language.value, askingFor(flag))
  return (
    <section class="card stack">
      <div class="row">
        <h2 class="grow">{useIt.title}</h2>
        <Copy text={code} label={useIt.copy} />
      </div>
      <fieldset class="row wrap chips">
        <legend class="visually-hidden">{useIt.languages}</legend>
        {Object.entries(LANGUAGES).map(([name, label]) => (
          <button
            key={name}
            type="button"
            class="chip"
            aria-pressed={name === language.value}
            onClick={() => {
              language.value = name as Language // a key of the table
            }}
          >
            {label}
          </button>
        ))}
      </fieldset>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled with the keyboard */}
      <pre class="code" tabIndex={0}>
        {code}
      </pre>
    </section>
  )
}
