import { Suspense } from 'preact/compat'
import { call } from '../../../api/call.ts'
import { refresh } from '../../../api/query.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { DialogActions } from '../../../parts/dialog-actions.tsx'
import { Field } from '../../../parts/field.tsx'
import { Guard } from '../../../parts/guard.tsx'
import { lazy } from '../../../parts/lazy.ts'
import { useDoing } from '../../../parts/use-doing.ts'
import { useDraft } from '../../../parts/use-draft.ts'
import { Wrong } from '../../../parts/wrong.tsx'
import { dashboards as text } from '../../../text/dashboards.ts'
import { sentences } from '../../../text/frame.ts'
import { type Dashboard, inputOf, type Tile } from '../dashboard.ts'
import { addedTile } from '../grid/added-tile.ts'

const Markdown = lazy(() => import('../grid/markdown.tsx').then((module) => module.Markdown))

/** The limit of DASH-33. */
const MAX_LENGTH = 4000

interface Props {
  readonly dashboard: Dashboard
  /** Missing for a new text. */
  readonly tile?: Tile
  readonly onClose: () => void
}

/** Edits a text in Markdown, with a preview. The draft survives a reload until it is saved or canceled. */
export function TextDialog({ dashboard, tile, onClose }: Props) {
  const doing = useDoing()
  const { project_id: project, id } = inputOf(dashboard.id).params
  const name = `text-tile:${project}:${id}:${tile?.id ?? 'new'}`
  const { draft, change, wasRestored, forget } = useDraft(name, { body: tile?.text?.body ?? '' })
  const { body } = draft
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    return doing.run(async () => {
      if (tile) await call('updateTextTile', { ...inputOf(dashboard.id), body: { tile_id: tile.id, body } })
      else {
        const created = await call('createTextTile', { ...inputOf(dashboard.id), body: { body } })
        addedTile.value = { tile: created.id }
      }
      forget()
      onClose()
      await refresh('retrieveDashboard')
    })
  }
  const discard = () => {
    forget()
    onClose()
  }
  return (
    <Dialog title={tile ? text.editText : text.addText} size="wide" onClose={onClose}>
      <form class="stack" onSubmit={save}>
        {wasRestored && <p class="quiet small">{sentences.restored}</p>}
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
              onInput={({ currentTarget }) => change({ body: currentTarget.value })}
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
          onCancel={discard}
        />
      </form>
    </Dialog>
  )
}
