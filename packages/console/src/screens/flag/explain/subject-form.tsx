import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useQuery } from '../../../api/query.ts'
import { Skeleton } from '../../../parts/answered.tsx'
import { Field } from '../../../parts/field.tsx'
import { idsOfUser } from '../../../parts/ids-of-user.ts'
import { ownValue } from '../../../parts/own-value.ts'
import { PersonBox } from '../../../parts/person-box.tsx'
import { useDoing } from '../../../parts/use-doing.ts'
import { openProject } from '../../../session.ts'
import { explainText } from '../../../text/explain.ts'
import type { Flag } from '../flag.ts'
import { isGiven, queryOf, type Subject } from './subject.ts'

interface Props {
  readonly flag: Flag
  readonly shown: readonly Subject[]
  /** Whether the form adds a subject to the shown ones, instead of replacing them. */
  readonly isAdding: boolean
  readonly onAdd: () => void
  readonly onCancel: (() => void) | undefined
  readonly onShow: (subjects: readonly Subject[]) => void
}

const NO_SUBJECT: Subject = { distinctId: '', groups: {} }

/** Edits the user, by id or e-mail, and the groups that are evaluated. */
export function SubjectForm({ flag, shown, isAdding, onAdd, onCancel, onShow }: Props) {
  const [subject, setSubject] = useState(isAdding ? NO_SUBJECT : (shown[0] ?? NO_SUBJECT))
  const [wrong, setWrong] = useState<string>()
  const doing = useDoing()
  const { data: types, problem } = useQuery('listGroupTypes', { params: { project_id: openProject().id } })
  const isReady = types !== undefined || problem !== undefined
  const form = useRef<HTMLFormElement>(null)
  // Users who open the tab type a user next. Links to an explanation do not move the focus.
  useLayoutEffect(() => {
    if (shown.length === 0 && document.activeElement?.closest('.tabs')) form.current?.querySelector('input')?.focus()
  }, [isReady])
  const typed = subject.distinctId.trim()
  const show = (event: Event) => {
    event.preventDefault()
    return doing.run(async () => {
      const ids = typed === '' ? [''] : await idsOfUser(typed)
      const found = { ...subject, distinctId: ids[0] ?? '' }
      const problem =
        ids.length > 1 ? explainText.severalUsers(ids.length, typed) : problemOf(found, flag, isAdding, shown)
      setWrong(problem)
      if (problem === undefined) onShow(isAdding ? [...shown, found] : [found])
    })
  }
  const change = (fields: Partial<Subject>) => {
    setWrong(undefined)
    setSubject({ ...subject, ...fields })
  }
  if (!isReady) return <Skeleton rows={2} />
  return (
    <form ref={form} class="row wrap subject" onSubmit={show}>
      <Field label={isAdding ? explainText.toCompare : explainText.user} wrong={wrong ?? doing.problem?.message}>
        {(tied) => <PersonBox {...tied} value={subject.distinctId} onChange={(distinctId) => change({ distinctId })} />}
      </Field>
      {types?.map(({ group_type: type }) => (
        <Field key={type} label={explainText.group(type)}>
          {(tied) => (
            <input
              {...tied}
              class="input mono"
              dir="auto"
              value={ownValue(subject.groups, type) ?? ''}
              autocomplete="off"
              spellcheck={false}
              onInput={({ currentTarget }) => change({ groups: { ...subject.groups, [type]: currentTarget.value } })}
            />
          )}
        </Field>
      ))}
      <div class="row wrap subject-actions">
        <button type="submit" class="button" disabled={doing.blocked}>
          {isAdding ? explainText.addToComparison : explainText.explain}
        </button>
        {isAdding && onCancel && (
          <button type="button" class="button plain" onClick={onCancel}>
            {explainText.cancel}
          </button>
        )}
        {!isAdding && shown.length > 0 && (
          <button type="button" class="button plain" onClick={onAdd}>
            {explainText.compareWith}
          </button>
        )}
      </div>
    </form>
  )
}

function problemOf(found: Subject, flag: Flag, isAdding: boolean, shown: readonly Subject[]): string | undefined {
  if (found.distinctId === '' && (needsUser(flag) || !isGiven(found)) && (isAdding || isGiven(found)))
    return explainText.enterUser
  const isSame = (other: Subject) => `${queryOf(other)}` === `${queryOf(found)}`
  return isAdding && shown.some(isSame) ? explainText.alreadyCompared : undefined
}

/** Whether the user affects the result. Condition sets by groups that only filter on groups need no user. */
function needsUser({ filters }: Flag): boolean {
  const { groups = [], aggregation_group_type_index: ofAll } = filters
  return groups.some(
    ({ aggregation_group_type_index: own, properties }) =>
      (own ?? ofAll ?? null) === null || (properties ?? []).some(({ type }) => type !== 'group'),
  )
}
