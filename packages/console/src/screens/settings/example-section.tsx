import { useState } from 'preact/hooks'
import { refresh, useQuery } from '../../api/query.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { tell } from '../../parts/toasts.tsx'
import { openProject } from '../../session.ts'
import { example as text } from '../../text/example.ts'
import { examplePlace } from '../example/load-example-button.tsx'
import { Section } from './section.tsx'

/** Removes the example data, in projects that contain it. */
export function ExampleSection() {
  const [isConfirming, setConfirming] = useState(false)
  // The other example flags depend on this one, and no other flag is likely to have its key.
  const query = { key: 'example-new-checkout', limit: '1' }
  const { data } = useQuery('listFlags', { params: { project_id: openProject().id }, query })
  // Users who cannot edit the flag cannot remove it.
  if (!data?.results.some(({ can_edit }) => can_edit)) return null
  const remove = async () => {
    const { removeExample } = await import('../../example/load-example.ts')
    await removeExample(examplePlace())
    tell(text.removed)
    await refresh()
  }
  return (
    <Section title={text.title} about={text.isThere}>
      <div>
        <button type="button" class="button" onClick={() => setConfirming(true)}>
          {text.remove}
        </button>
      </div>
      {isConfirming && (
        <Confirm
          title={text.removeTitle}
          action={text.remove}
          dangerous
          onConfirm={remove}
          onClose={() => setConfirming(false)}
        >
          <p>{text.removeEffect}</p>
        </Confirm>
      )}
    </Section>
  )
}
