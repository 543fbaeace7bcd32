import { useState } from 'preact/hooks'
import { connected } from '../../api/connection.ts'
import { refresh } from '../../api/query.ts'
import { writeDraft } from '../../drafts.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { DialogActions } from '../../parts/dialog-actions.tsx'
import { Field } from '../../parts/field.tsx'
import { useDraft } from '../../parts/use-draft.ts'
import { members, invitations as text } from '../../text/settings.ts'
import { memberLevels } from './access-options.ts'
import { addressesIn } from './addresses-in.ts'
import { CreatedInvitations } from './created-invitations.tsx'
import { type Invited, inviteEach } from './invite-each.ts'
import { inOrganization } from './organization.ts'
import { RadioList } from './radio-list.tsx'
import { Restored } from './restored.tsx'

/** Shows the button that invites members, with its form and the resulting links. */
export function InviteMembers() {
  const [isOpen, setOpen] = useState(false)
  const [invited, setInvited] = useState<readonly Invited[]>()
  return (
    <>
      <button type="button" class="button primary" disabled={!connected.value} onClick={() => setOpen(true)}>
        {text.invite}
      </button>
      {isOpen && <InviteForm onInvited={setInvited} onClose={() => setOpen(false)} />}
      {invited && <CreatedInvitations invited={invited} onClose={() => setInvited(undefined)} />}
    </>
  )
}

interface FormProps {
  readonly onInvited: (invited: readonly Invited[]) => void
  readonly onClose: () => void
}

const START = { emails: '', level: 1 }

function InviteForm({ onInvited, onClose }: FormProps) {
  const draftName = `invite:${inOrganization().organization_id}`
  const state = useDraft(draftName, START)
  const [done, setDone] = useState<number>()
  const [wrong, setWrong] = useState<string>()
  const { emails, level } = state.draft
  const { valid, invalid } = addressesIn(emails)
  const leave = () => {
    state.forget()
    onClose()
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (invalid.length > 0) return setWrong(text.invalid(invalid))
    if (valid.length === 0) return setWrong(text.missing)
    const invited = await inviteEach(valid, level as 1 | 8 | 15, setDone) // one of the options
    const refused = invited.filter(({ problem }) => problem !== undefined)
    leave()
    // The next time, the form opens with the refused addresses.
    if (refused.length > 0) writeDraft(draftName, { emails: refused.map(({ email }) => email).join('\n'), level })
    onInvited(invited)
    await refresh('listInvitations')
  }
  return (
    <Dialog title={text.invite} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <Restored of={state} start={START} />
        <Field label={text.emails} hint={text.emailsHint} wrong={wrong}>
          {(attributes) => (
            <textarea
              {...attributes}
              class="input"
              rows={4}
              spellcheck={false}
              value={emails}
              onInput={({ currentTarget }) => {
                setWrong(undefined)
                state.change({ emails: currentTarget.value })
              }}
            />
          )}
        </Field>
        <RadioList
          legend={members.level}
          name="level"
          value={level}
          options={memberLevels()}
          onChoose={(chosen) => state.change({ level: chosen })}
        />
        <p class="quiet small" role="status">
          {done !== undefined && text.creating(done, valid.length)}
        </p>
        <DialogActions
          commit={text.create(valid.length)}
          disabled={done !== undefined || !connected.value}
          onCancel={leave}
        />
      </form>
    </Dialog>
  )
}
