import { useState } from 'preact/hooks'
import { apiRoot, call } from '../../api/call.ts'
import { refresh } from '../../api/query.ts'
import type { ExamplePlace } from '../../example/load-example.ts'
import { tell } from '../../parts/toasts.tsx'
import { useDoing } from '../../parts/use-doing.ts'
import { Wrong } from '../../parts/wrong.tsx'
import { openProject } from '../../session.ts'
import { example as text } from '../../text/example.ts'

/** Loads example data for every screen into an empty project, and shows the progress. */
export function LoadExampleButton() {
  const doing = useDoing()
  const [step, setStep] = useState<string>()
  const load = () =>
    doing.run(async () => {
      const { loadExample } = await import('../../example/load-example.ts')
      await loadExample(examplePlace((next) => setStep(text.steps[next]))).finally(() => setStep(undefined))
      tell(text.loaded)
      await refresh()
    })
  return (
    <>
      <button type="button" class="button" disabled={doing.blocked} onClick={() => void load()}>
        {text.load}
      </button>
      <p class="quiet small" role="status" hidden={step === undefined}>
        {step}
      </p>
      <Wrong problem={doing.problem} />
    </>
  )
}

export function examplePlace(onStep: ExamplePlace['onStep'] = () => undefined): ExamplePlace {
  const { id: projectId, api_token } = openProject()
  return {
    projectId,
    onStep,
    // Both types pair each name with its input.
    ask: (name, input) => (call as unknown as ExamplePlace['ask'])(name, withParsedBody(input)),
    async capture(batch) {
      const body = JSON.stringify({ api_key: api_token, batch })
      const response = await fetch(new URL('batch/', apiRoot), { method: 'POST', body })
      if (!response.ok) throw new Error(await response.text())
    },
  }
}

/** Parses a body that is already JSON text, because `call` would serialize it a second time. */
function withParsedBody<Input>(input: Input): Input {
  const { body } = input as { readonly body?: unknown }
  return body instanceof Uint8Array ? { ...input, body: JSON.parse(new TextDecoder().decode(body)) } : input
}
