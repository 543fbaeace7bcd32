import { useState } from 'preact/hooks'
import { call } from '../../../api/call.ts'
import { Confirm } from '../../../parts/confirm.tsx'
import { Field } from '../../../parts/field.tsx'
import { tell } from '../../../parts/toasts.tsx'
import { go, href } from '../../../route.ts'
import { openProject } from '../../../session.ts'
import { dashboards as text } from '../../../text/dashboards.ts'
import { type Dashboard, dashboardName } from '../dashboard.ts'

interface Props {
  readonly dashboard: Dashboard
  readonly onClose: () => void
}

/** Makes a dashboard like another one: with the same questions, or with copies of its own. */
export function DuplicateDialog({ dashboard, onClose }: Props) {
  const [name, setName] = useState(text.copyOf(dashboardName(dashboard)))
  const [isOwn, setOwn] = useState(true)
  const make = async () => {
    const body = {
      name,
      description: dashboard.description,
      tags: dashboard.tags,
      use_dashboard: dashboard.id,
      duplicate_tiles: isOwn,
    }
    const made = await call('createDashboard', { params: { project_id: openProject().id }, body })
    tell(text.made(dashboardName(made)))
    go(href('dashboards', made.id))
  }
  return (
    <Confirm title={text.duplicate} action={text.duplicateAction} onConfirm={make} onClose={onClose}>
      <Field label={text.fields.name}>
        {(attributes) => (
          <input
            {...attributes}
            class="input"
            dir="auto"
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        )}
      </Field>
      <label class="check">
        <input type="checkbox" checked={isOwn} onChange={({ currentTarget }) => setOwn(currentTarget.checked)} />
        <span>
          {text.ownCopies}
          <span class="quiet small">{text.ownCopiesHint}</span>
        </span>
      </label>
    </Confirm>
  )
}
