import { refresh, useQuery } from '../../api/query.ts'
import { tell } from '../../parts/toasts.tsx'
import { useDoing } from '../../parts/use-doing.ts'
import { Wrong } from '../../parts/wrong.tsx'
import { openProject } from '../../session.ts'
import { example as text } from '../../text/example.ts'
import { examplePlace } from '../example/load-example-button.tsx'

/** Takes the example data away again, where there is some. */
export function ExampleSection() {
  const doing = useDoing()
  const query = { tags: JSON.stringify(['example']), limit: '1' }
  const { data } = useQuery('listFlags', { params: { project_id: openProject().id }, query })
  if (!data?.count) return null
  const remove = () =>
    doing.run(async () => {
      const { removeExample } = await import('../../example/load-example.ts')
      await removeExample(examplePlace())
      tell(text.removed)
      await refresh()
    })
  return (
    <section class="stack">
      <h2>{text.title}</h2>
      <p class="quiet">{text.isThere}</p>
      <Wrong problem={doing.problem} />
      <div>
        <button type="button" class="button" disabled={doing.blocked} onClick={() => void remove()}>
          {text.remove}
        </button>
      </div>
    </section>
  )
}
