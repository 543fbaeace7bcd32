import { Suspense } from 'preact/compat'
import { useState } from 'preact/hooks'
import { call } from '../../../api/call.ts'
import { refresh } from '../../../api/query.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { DialogActions } from '../../../parts/dialog-actions.tsx'
import { Field } from '../../../parts/field.tsx'
import { Guard } from '../../../parts/guard.tsx'
import { lazy } from '../../../parts/lazy.ts'
import { useDoing } from '../../../parts/use-doing.ts'
import { Wrong } from '../../../parts/wrong.tsx'
import { dashboards as text } from '../../../text/dashboards.ts'
import { type Dashboard, inputOf, type Tile } from '../dashboard.ts'

const Markdown = lazy(() => import('../grid/markdown.tsx').then((module) => module.Markdown))

/** DASH-33 */
const MAX_LENGTH = 4000

interface Props {
  readonly dashboard: Dashboard
  /** Missing: it is a new text. */
  readonly tile?: Tile
  readonly onClose: () => void
}

/** Writes a text in Markdown, and shows what becomes of it. */
export function TextDialog({ dashboard, tile, onClose }: Props) {
  const doing = useDoing()
  const [body, setBody] = useState(tile?.text?.body ?? '')
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    return doing.run(async () => {
      await (tile
        ? call('updateTextTile', { ...inputOf(dashboard.id), body: { tile_id: tile.id, body } })
        : call('createTextTile', { ...inputOf(dashboard.id), body: { body } }))
      onClose()
      await refresh('retrieveDashboard')
    })
  }
  return (
    <Dialog title={tile ? text.editText : text.addText} size="wide" onClose={onClose}>
      <form class="stack" onSubmit={save}>
        <Field label={text.body} hint={text.bodyHint} wrong={doing.wrong('body')}>
          {(attributes) => (
            <textarea
              {...attributes}
              class="input"
              dir="auto"
              rows={8}
              required
              maxLength={MAX_LENGTH}
              value={body}
              onInput={({ currentTarget }) => setBody(currentTarget.value)}
            />
          )}
        </Field>
        {body.trim() !== '' && (
          <section class="card" aria-label={text.preview}>
            <Guard>
              <Suspense fallback={null}>
                <Markdown source={body} />
              </Suspense>
            </Guard>
          </section>
        )}
        {doing.problem?.attr !== 'body' && <Wrong problem={doing.problem} />}
        <DialogActions
          commit={tile ? text.saveText : text.addIt}
          disabled={doing.blocked || body.trim() === ''}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
