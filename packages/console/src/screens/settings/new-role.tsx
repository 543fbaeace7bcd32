import { call } from '../../api/call.ts'
import { refresh } from '../../api/query.ts'
import { tell } from '../../parts/toasts.tsx'
import { useDoing } from '../../parts/use-doing.ts'
import { useDraft } from '../../parts/use-draft.ts'
import { Wrong } from '../../parts/wrong.tsx'
import { roles as text } from '../../text/settings.ts'
import { FLAG_ACCESS } from './access-options.ts'
import { inOrganization } from './organization.ts'
import { RadioList } from './radio-list.tsx'
import { Restored } from './restored.tsx'
import { Section } from './section.tsx'
import { TextField } from './text-field.tsx'

const START = { name: '', level: 21 }

export function NewRole() {
  const doing = useDoing()
  const state = useDraft(`role:${inOrganization().organization_id}:new`, START)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const { name, level } = state.draft
    return doing.run(async () => {
      const body = { name, feature_flags_access_level: level as 21 | 37 } // one of the options
      await call('createRole', { params: inOrganization(), body })
      state.reset()
      await refresh('listRoles')
      tell(text.created(name))
    })
  }
  return (
    <Section title={text.add} about={text.addAbout}>
      <form class="stack" onSubmit={submit}>
        <Restored of={state} start={START} />
        <TextField
          label={text.name}
          wrong={doing.wrong('name')}
          value={state.draft.name}
          required
          maxLength={200}
          onInput={(name) => state.change({ name })}
        />
        <RadioList
          legend={text.access}
          name="level"
          value={state.draft.level}
          options={FLAG_ACCESS}
          onChoose={(level) => state.change({ level })}
        />
        {doing.problem?.attr !== 'name' && <Wrong problem={doing.problem} />}
        <div>
          <button type="submit" class="button primary" disabled={doing.blocked}>
            {text.create}
          </button>
        </div>
      </form>
    </Section>
  )
}
