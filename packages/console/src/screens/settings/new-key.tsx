import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/query.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { DialogActions } from '../../parts/dialog-actions.tsx'
import { Field } from '../../parts/field.tsx'
import { textOf, useDoing } from '../../parts/use-doing.ts'
import { Wrong } from '../../parts/wrong.tsx'
import { scopeMeans, keys as text } from '../../text/settings.ts'

/** What a key may be let do, as the API names it. */
const OBJECTS = [
  'feature_flag',
  'cohort',
  'dashboard',
  'insight',
  'person',
  'group',
  'project',
  'organization',
  'organization_member',
  'activity_log',
  'user',
] as const

/** What is chosen, by the values of the selects below. */
function chosenScopes(value: (name: string) => string) {
  return OBJECTS.flatMap((name) => (['read', 'write'] as const).map((access) => `${name}:${access}` as const)).filter(
    (scope) => value(scope.slice(0, scope.indexOf(':'))) === scope,
  )
}

interface Props {
  readonly onMade: (value: string) => void
  readonly onClose: () => void
}

export function NewKey({ onMade, onClose }: Props) {
  const doing = useDoing()
  const [everything, setEverything] = useState(false)
  const [empty, setEmpty] = useState(false)
  const submit = (event: SubmitEvent) => {
    const value = textOf(event)
    const scopes = everything ? ['*' as const] : chosenScopes(value)
    setEmpty(scopes.length === 0)
    if (scopes.length === 0) return
    const ends = value('ends') === '' ? null : new Date(value('ends')).toISOString()
    return doing.run(async () => {
      const made = await call('createKey', { body: { label: value('label'), scopes, expires_at: ends } })
      onClose()
      onMade(made.value)
      await refresh('listKeys')
    })
  }
  return (
    <Dialog title={text.make} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <Field label={text.label}>
          {(attributes) => <input {...attributes} class="input" name="label" required />}
        </Field>
        <Field label={text.ends} hint={text.endsHint}>
          {(attributes) => <input {...attributes} class="input" name="ends" type="datetime-local" />}
        </Field>
        <fieldset class="stack">
          <legend class="label">{text.scopes}</legend>
          <label class="row">
            <input type="radio" name="all" checked={!everything} onChange={() => setEverything(false)} />
            {text.chosen}
          </label>
          {!everything && <Scopes />}
          <label class="row">
            <input type="radio" name="all" checked={everything} onChange={() => setEverything(true)} />
            {text.everything}
          </label>
        </fieldset>
        {empty && (
          <p class="wrong" role="alert">
            {text.chooseOne}
          </p>
        )}
        <Wrong problem={doing.problem} />
        <DialogActions commit={text.create} disabled={doing.blocked} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

function Scopes() {
  return (
    <div class="scopes">
      {OBJECTS.map((name) => (
        <label key={name} style={{ display: 'contents' }}>
          <span>
            {scopeMeans[name]} <code class="quiet small">{name}</code>
          </span>
          <select class="input" name={name}>
            <option value="">{text.nothing}</option>
            <option value={`${name}:read`}>{text.read}</option>
            <option value={`${name}:write`}>{text.write}</option>
          </select>
        </label>
      ))}
    </div>
  )
}
