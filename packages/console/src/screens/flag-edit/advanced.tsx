import { Choice } from '../../parts/choice.tsx'
import { Chips } from '../../parts/conditions/chips.tsx'
import { Field } from '../../parts/field.tsx'
import { edit } from '../../text/flag-edit.ts'
import type { Draft, DraftField } from './draft.ts'
import { wrongAt } from './problems.ts'
import type { SectionProps } from './section-props.ts'

interface Props extends SectionProps {
  readonly isNew: boolean
}

/** Edits settings that few flags need. */
export function Advanced({ draft, problems, change, isNew }: Props) {
  return (
    <div class="stack">
      <div class="pair">
        <Choice
          label={edit.runtime}
          value={draft.evaluation_runtime ?? 'all'}
          options={edit.runtimes}
          wrong={wrongAt(problems, 'evaluation_runtime')}
          onChoose={(evaluation_runtime) => change({ evaluation_runtime })}
        />
        <Choice
          label={edit.bucketing}
          value={draft.bucketing_identifier ?? 'distinct_id'}
          options={edit.bucketings}
          wrong={wrongAt(problems, 'bucketing_identifier')}
          onChoose={(bucketing_identifier) => change({ bucketing_identifier })}
        />
        <Field label={edit.owner} hint={edit.ownerHint} wrong={wrongAt(problems, 'owner')}>
          {(attributes) => (
            <input
              {...attributes}
              class="input"
              dir="auto"
              value={draft.owner}
              onInput={({ currentTarget }) => change({ owner: currentTarget.value })}
            />
          )}
        </Field>
        <div class="field">
          <span class="label">{edit.contexts}</span>
          <Chips
            label={edit.contexts}
            values={draft.evaluation_contexts}
            onChange={(evaluation_contexts) => change({ evaluation_contexts })}
          />
          <span class={wrongAt(problems, 'evaluation_contexts') ? 'wrong' : 'hint'}>
            {wrongAt(problems, 'evaluation_contexts') ?? edit.contextsHint}
          </span>
        </div>
      </div>
      <Checks draft={draft} problems={problems} change={change} isNew={isNew} />
    </div>
  )
}

/** The fields that this section edits. */
export const ADVANCED_FIELDS: readonly DraftField[] = [
  'evaluation_runtime',
  'bucketing_identifier',
  'owner',
  'evaluation_contexts',
  'ensure_experience_continuity',
  'is_remote_configuration',
  'archived',
]

type CheckName = 'ensure_experience_continuity' | 'is_remote_configuration' | 'archived'

const CHECKS: readonly (readonly [name: CheckName, label: string, hint: string])[] = [
  ['ensure_experience_continuity', edit.continuity, edit.continuityHint],
  ['is_remote_configuration', edit.remoteConfiguration, edit.remoteConfigurationHint],
  ['archived', edit.archived, edit.archivedHint],
]

function Checks({ draft, problems, change, isNew }: Omit<Props, 'base'>) {
  return (
    <>
      {CHECKS.filter(([name]) => !isNew || name !== 'archived').map(([name, label, hint]) => (
        <label key={name} class="check">
          <input
            type="checkbox"
            checked={draft[name] === true}
            onChange={({ currentTarget }) => change({ [name]: currentTarget.checked } satisfies Partial<Draft>)}
          />
          <span>
            {label}
            <span class={wrongAt(problems, name) ? 'wrong' : 'quiet small'}>{wrongAt(problems, name) ?? hint}</span>
          </span>
        </label>
      ))}
    </>
  )
}
