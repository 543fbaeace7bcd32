import { useState } from 'preact/hooks'
import { useQuery } from '../../../api/query.ts'
import { Field } from '../../../parts/field.tsx'
import { PersonBox } from '../../../parts/person-box.tsx'
import { openProject } from '../../../session.ts'
import { explainText } from '../../../text/explain.ts'
import { type Subject, showSubject } from './subject.ts'

/** Asks whom it is about. */
export function SubjectForm({ subject }: { readonly subject: Subject }) {
  const [distinctId, setDistinctId] = useState(subject.distinctId)
  const [groups, setGroups] = useState(subject.groups)
  const { data: types = [] } = useQuery('listGroupTypes', { params: { project_id: openProject().id } })
  const show = (event: Event) => {
    event.preventDefault()
    showSubject({ distinctId: distinctId.trim(), groups })
  }
  return (
    <form class="row wrap subject" onSubmit={show}>
      <Field label={explainText.distinctId}>
        {(tied) => <PersonBox {...tied} value={distinctId} onChange={setDistinctId} />}
      </Field>
      {types.map(({ group_type }) => (
        <Field key={group_type} label={explainText.groups(group_type)}>
          {(tied) => (
            <input
              {...tied}
              class="input mono"
              value={groups[group_type] ?? ''}
              autocomplete="off"
              onInput={({ currentTarget }) => setGroups({ ...groups, [group_type]: currentTarget.value })}
            />
          )}
        </Field>
      ))}
      <button type="submit" class="button">
        {explainText.show}
      </button>
    </form>
  )
}
