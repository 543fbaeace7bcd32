import { useId, useRef, useState } from 'preact/hooks'
import { Dialog } from '../../../parts/dialog.tsx'
import { DialogActions } from '../../../parts/dialog-actions.tsx'
import { Field } from '../../../parts/field.tsx'
import { tell } from '../../../parts/toasts.tsx'
import { dashboardFilters as text } from '../../../text/dashboard-filters.ts'
import { deleteFilters, savedFilters, saveFilters } from './saved-filters.ts'
import { isFiltered, type ViewFilters } from './view-filters.ts'

interface Props {
  readonly dashboard: number
  readonly filters: ViewFilters
  readonly onChoose: (filters: ViewFilters) => void
}

/** Lists the user's named filters for this dashboard. They are stored in the browser, so no permission is needed. */
export function SavedSets({ dashboard, filters, onChoose }: Props) {
  const [isSaving, setSaving] = useState(false)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLElement>(null)
  const sets = savedFilters(dashboard)
  const place = () => {
    const { bottom, left } = button.current?.getBoundingClientRect() ?? { bottom: 0, left: 0 }
    const end = Math.max(8, Math.min(left, innerWidth - 308))
    panel.current?.style.setProperty('inset', `${bottom + 4}px auto auto ${end}px`)
  }
  const choose = (run: () => void) => {
    panel.current?.hidePopover()
    run()
  }
  const remove = ({ name, filters: removed }: (typeof sets)[number]) => {
    deleteFilters(dashboard, name)
    tell(text.deleted(name), async () => void saveFilters(dashboard, name, removed))
  }
  return (
    <>
      <button ref={button} type="button" class="button" popovertarget={id} onClick={place}>
        {text.saved}
      </button>
      <section ref={panel} id={id} popover="auto" class="saved-sets" aria-label={text.saved}>
        {sets.length === 0 && <p class="quiet small">{text.none}</p>}
        <ul>
          {sets.map((set) => (
            <li key={set.name} class="row">
              <button type="button" class="menu-item" onClick={() => choose(() => onChoose(set.filters))}>
                <bdi>{set.name}</bdi>
              </button>
              <button
                type="button"
                class="button plain icon"
                aria-label={text.delete(set.name)}
                onClick={() => remove(set)}
              >
                <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ul>
        {isFiltered(filters) && (
          <button type="button" class="menu-item" onClick={() => choose(() => setSaving(true))}>
            {text.save}
          </button>
        )}
      </section>
      {isSaving && <SaveDialog dashboard={dashboard} filters={filters} onClose={() => setSaving(false)} />}
    </>
  )
}

interface SaveProps {
  readonly dashboard: number
  readonly filters: ViewFilters
  readonly onClose: () => void
}

const MOST_LETTERS = 80

function SaveDialog({ dashboard, filters, onClose }: SaveProps) {
  const [name, setName] = useState('')
  const [wrong, setWrong] = useState<string>()
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    if (!saveFilters(dashboard, name.trim(), filters)) return setWrong(text.notStored)
    tell(text.savedAs(name.trim()))
    onClose()
  }
  return (
    <Dialog title={text.saveTitle} onClose={onClose}>
      <form class="stack" onSubmit={save}>
        <Field label={text.name} hint={text.saveHint} wrong={wrong}>
          {(attributes) => (
            <input
              {...attributes}
              class="input"
              dir="auto"
              maxLength={MOST_LETTERS}
              value={name}
              onInput={({ currentTarget }) => setName(currentTarget.value)}
            />
          )}
        </Field>
        <DialogActions commit={text.saveAction} disabled={name.trim() === ''} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
