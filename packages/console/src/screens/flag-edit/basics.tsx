import { useEffect, useRef, useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { Chips } from '../../parts/conditions/chips.tsx'
import { Field } from '../../parts/field.tsx'
import { Switch } from '../../parts/switch.tsx'
import { openProject } from '../../session.ts'
import { edit } from '../../text/flag-edit.ts'
import { wrongAt } from './problems.ts'
import { Renamed } from './renamed.tsx'
import type { SectionProps } from './section-props.ts'

interface Props extends SectionProps {
  /** Missing: it is a new flag. */
  readonly flagId: number | undefined
  /** Enter in the key: a new flag can do with no more than that. */
  readonly onEnter: () => void
}

export function Basics({ draft, base, problems, change, flagId, onEnter }: Props) {
  const isNew = flagId === undefined
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isNew) input.current?.focus()
  }, [])
  const isTaken = useTaken(draft.key, base.key)
  const wrong = isTaken ? edit.keyTaken : wrongAt(problems, 'key')
  return (
    <section class="stack" aria-labelledby="basics">
      <h2 id="basics">{edit.basics}</h2>
      <Field label={edit.key} wrong={wrong} hint={isTaken === false ? edit.keyFree : edit.keyHint}>
        {(attributes) => (
          <input
            {...attributes}
            class="input mono"
            name="key"
            ref={input}
            onKeyDown={({ key, isComposing }) => key === 'Enter' && !isComposing && onEnter()}
            autocomplete="off"
            spellcheck={false}
            value={draft.key}
            onInput={({ currentTarget }) => change({ key: currentTarget.value })}
          />
        )}
      </Field>
      <Renamed flagId={flagId} before={base.key} after={draft.key} />
      <Field label={edit.description} hint={edit.descriptionHint} wrong={wrongAt(problems, 'name')}>
        {(attributes) => (
          <textarea
            {...attributes}
            class="input"
            rows={2}
            dir="auto"
            value={draft.name}
            onInput={({ currentTarget }) => change({ name: currentTarget.value })}
          />
        )}
      </Field>
      <div class="field">
        <span class="label">{edit.tags}</span>
        <Chips label={edit.tags} values={draft.tags} onChange={(tags) => change({ tags })} />
        {wrongAt(problems, 'tags') && <span class="wrong">{wrongAt(problems, 'tags')}</span>}
      </div>
      {isNew && (
        <div class="row">
          <Switch on={draft.active} label={edit.onAtOnce} onSwitch={(active) => change({ active })} />
          <span aria-hidden="true">{edit.onAtOnce}</span>
        </div>
      )}
    </section>
  )
}

const WAIT_MS = 300
const KEY = /^[a-zA-Z0-9_-]{1,400}$/

/** Whether another flag has the key; undefined while that is not known, or nobody asks. */
function useTaken(key: string, own: string): boolean | undefined {
  const [known, setKnown] = useState<{ readonly key: string; readonly isTaken: boolean }>()
  const project = openProject()
  const isAsked = key !== own && KEY.test(key)
  useEffect(() => {
    if (!isAsked) return
    const timer = setTimeout(() => {
      call('listFlags', { params: { project_id: project.id }, query: { key, limit: '5' } }).then(
        ({ results }) => setKnown({ key, isTaken: results.some((flag) => flag.key === key) }),
        () => undefined, // saving tells it as well
      )
    }, WAIT_MS)
    return () => clearTimeout(timer)
  }, [key, isAsked])
  return isAsked && known?.key === key ? known.isTaken : undefined
}
