import { useEffect, useRef } from 'preact/hooks'
import { Chips } from '../../parts/conditions/chips.tsx'
import { useFlagWithKey } from '../../parts/conditions/use-flag-with-key.ts'
import { Field } from '../../parts/field.tsx'
import { Switch } from '../../parts/switch.tsx'
import { useSettled } from '../../parts/use-settled.ts'
import { href } from '../../route.ts'
import { edit } from '../../text/flag-edit.ts'
import { wrongAt } from './problems.ts'
import { Renamed } from './renamed.tsx'
import type { SectionProps } from './section-props.ts'

interface Props extends SectionProps {
  /** Missing for a new flag. */
  readonly flagId: number | undefined
  /** Called on Enter in the key field: a key is enough for a new flag. */
  readonly onEnter: () => void
}

export function Basics({ draft, base, problems, change, flagId, onEnter }: Props) {
  const isNew = flagId === undefined
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isNew) input.current?.focus()
  }, [])
  const holder = useHolder(draft.key, base.key)
  const wrong = holder ? (holder.archived ? edit.keyArchived : edit.keyTaken) : wrongAt(problems, 'key')
  return (
    <section class="stack" aria-labelledby="basics">
      <h2 id="basics">{edit.basics}</h2>
      <Field label={edit.key} wrong={wrong} hint={holder === null ? edit.keyFree : edit.keyHint}>
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
      {holder?.archived && (
        <p class="small">
          <a href={href('flags', holder.id)}>{edit.openArchived}</a>
        </p>
      )}
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

const KEY = /^[a-zA-Z0-9_-]{1,400}$/

/** The other flag that has the key of a draft; null: none has it; undefined: this is not known yet. */
function useHolder(key: string, own: string) {
  const settled = useSettled(key)
  return useFlagWithKey(settled === key && key !== own && KEY.test(key) ? key : undefined)
}
