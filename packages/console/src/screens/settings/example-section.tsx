import { useState } from 'preact/hooks'
import { refresh, useQuery } from '../../api/query.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { tell } from '../../parts/toasts.tsx'
import { openProject } from '../../session.ts'
import { example as text } from '../../text/example.ts'
import { examplePlace } from '../example/load-example-button.tsx'

/** Takes the example data away again, where there is some. */
export function ExampleSection() {
  const [isAsking, setAsking] = useState(false)
  // By the flag that the others depend on: its key nobody else would choose.
  const query = { key: 'example-new-checkout', limit: '1' }
  const { data } = useQuery('listFlags', { params: { project_id: openProject().id }, query })
  // Who may not change it may not take it away.
  if (!data?.results.some(({ can_edit }) => can_edit)) return null
  const remove = async () => {
    const { removeExample } = await import('../../example/load-example.ts')
    await removeExample(examplePlace())
    tell(text.removed)
    await refresh()
  }
  return (
    <section class="stack">
      <h2>{text.title}</h2>
      <p class="quiet">{text.isThere}</p>
      <div>
        <button type="button" class="button" onClick={() => setAsking(true)}>
          {text.remove}
        </button>
      </div>
      {isAsking && (
        <Confirm
          title={text.removeTitle}
          action={text.remove}
          dangerous
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <p>{text.removeEffect}</p>
        </Confirm>
      )}
    </section>
  )
}
