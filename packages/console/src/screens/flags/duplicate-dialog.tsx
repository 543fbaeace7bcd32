import { useState } from 'preact/hooks'
import { type ApiProblem, problemOf } from '../../api/api-problem.ts'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/query.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { DialogActions } from '../../parts/dialog-actions.tsx'
import { Field } from '../../parts/field.tsx'
import { go, href } from '../../route.ts'
import { openProject } from '../../session.ts'
import { duplicating, named } from '../../text/flags.ts'
import type { DraftField } from '../flag-edit/draft.ts'
import type { ListedFlag } from './listed-flag.ts'

interface Props {
  readonly flag: ListedFlag
  readonly onClose: () => void
}

/** Creates a copy of a flag, with another key and turned off. */
export function DuplicateDialog({ flag, onClose }: Props) {
  const [key, setKey] = useState(`${flag.key}-copy`)
  const [problem, setProblem] = useState<ApiProblem>()
  const [busy, setBusy] = useState(false)
  const make = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    try {
      const made = await call('createFlag', {
        params: { project_id: openProject().id },
        query: {},
        body: copyOf(flag, key),
      })
      onClose()
      go(href('flags', made.id))
      await refresh()
    } catch (error) {
      setProblem(problemOf(error))
      setBusy(false)
    }
  }
  return (
    <Dialog title={duplicating.title(named([flag.key]))} onClose={onClose}>
      <form class="stack" onSubmit={make}>
        <p class="quiet">{duplicating.about}</p>
        <Field label={duplicating.key} wrong={problem?.message}>
          {(attributes) => (
            <input
              {...attributes}
              class="input mono"
              required
              autofocus
              autocomplete="off"
              spellcheck={false}
              value={key}
              onInput={(event) => setKey(event.currentTarget.value)}
            />
          )}
        </Field>
        <DialogActions commit={duplicating.commit} disabled={busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

function copyOf(flag: ListedFlag, key: string) {
  return {
    key,
    name: flag.name,
    active: false,
    filters: flag.filters,
    tags: flag.tags,
    evaluation_contexts: flag.evaluation_contexts,
    evaluation_runtime: flag.evaluation_runtime ?? undefined,
    bucketing_identifier: flag.bucketing_identifier ?? undefined,
    ensure_experience_continuity: flag.ensure_experience_continuity ?? undefined,
    is_remote_configuration: flag.is_remote_configuration ?? undefined,
    owner: flag.owner,
    payload_schema: flag.payload_schema,
  } satisfies Readonly<Record<Exclude<DraftField, 'archived'>, unknown>> // all editable fields
}
