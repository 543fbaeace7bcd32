import { useRef } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { DialogActions } from '../../parts/dialog-actions.tsx'
import { Field } from '../../parts/field.tsx'
import { textOf, useDoing } from '../../parts/use-doing.ts'
import { Wrong } from '../../parts/wrong.tsx'
import { go } from '../../route.ts'
import { enter, type Organization } from '../../session.ts'
import { newProject as text } from '../../text/frame.ts'

interface Props {
  readonly organization: Organization
  readonly onClose: () => void
}

/** Creates a project in an organization and opens it. */
export function NewProject({ organization, onClose }: Props) {
  const doing = useDoing()
  /** The id of the created project, so that another attempt after a failure does not create a second one. */
  const made = useRef<number | null>(null)
  const submit = (event: SubmitEvent) => {
    const value = textOf(event)
    return doing.run(async () => {
      const params = { organization_id: organization.id }
      made.current ??= (await call('createOrganizationProject', { params, body: { name: value('name') } })).id
      enter(await call('retrieveSession'))
      onClose()
      go(`#/project/${made.current}/flags`)
    })
  }
  return (
    <Dialog title={text.title} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <p class="quiet">{text.about(organization.name)}</p>
        <Field label={text.name} wrong={doing.wrong('name')}>
          {(attributes) => <input {...attributes} class="input" dir="auto" name="name" required maxLength={200} />}
        </Field>
        {doing.problem?.attr !== 'name' && <Wrong problem={doing.problem} />}
        <DialogActions commit={text.create} disabled={doing.blocked} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
