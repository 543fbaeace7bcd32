import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { connected } from '../../api/connection.ts'
import type { Flag } from '../../parts/conditions/condition-types.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { partName, edit as text } from '../../text/flag-edit.ts'
import { editorOf } from '../flag/flag.ts'
import { draftOf, type Edit } from './draft.ts'
import { type Chosen, type Clash, canKeepBoth, clashes, merged } from './merge-drafts.ts'
import { PartValue } from './part-value.tsx'
import { wrongWithVariants } from './problems.ts'

interface Props {
  readonly edit: Edit
  /** The flag as it is stored now. */
  readonly theirs: Flag
  /** The reason why the API did not merge the edits. */
  readonly detail: string
  readonly onResolve: (edit: Edit, isSaved: boolean) => void
  readonly onClose: () => void
}

/** Shows two edits of one flag, side by side. For each field that both changed, the user chooses a value. */
export function Conflict({ edit, theirs, detail, onResolve, onClose }: Props) {
  const [choices, setChoices] = useState<ReadonlyMap<string, Chosen>>(new Map())
  const base = draftOf(theirs)
  const found = clashes(edit.base, edit.draft, base)
  const draft = merged(edit.base, edit.draft, base, choices)
  const wrong = wrongWithVariants(draft)
  const resolve = (isSaved: boolean) => onResolve({ version: theirs.version, base, draft }, isSaved)
  const choose = (path: string, choice: Chosen | undefined) => {
    const others = [...choices].filter(([each]) => each !== path)
    setChoices(new Map(choice ? [...others, [path, choice]] : others))
  }
  return (
    <Dialog title={text.conflictTitle} size="wide" onClose={onClose}>
      <p>{found.length > 0 ? text.conflictLead(editorOf(theirs)) : `${text.noClash} ${detail}`}</p>
      {found.length > 1 && (
        <div class="row wrap">
          <button type="button" class="button" onClick={() => setChoices(new Map())}>
            {text.takeMine}
          </button>
          <button
            type="button"
            class="button"
            onClick={() => setChoices(new Map(found.map(({ path }) => [path, 'theirs'])))}
          >
            {text.takeTheirs}
          </button>
        </div>
      )}
      {found.map((clash) => (
        <Choice
          key={clash.path}
          clash={clash}
          choice={choices.get(clash.path)}
          onChoose={(choice) => choose(clash.path, choice)}
        />
      ))}
      <p role="status">{found.length > 0 && wrong !== undefined && text.mergedWrong(wrong)}</p>
      <div class="actions">
        <button type="button" class="button" onClick={onClose}>
          {text.goOn}
        </button>
        <button type="button" class="button" onClick={() => resolve(false)}>
          {text.editBoth}
        </button>
        {found.length > 0 && (
          <button
            type="button"
            class="button primary"
            disabled={wrong !== undefined || !connected.value}
            onClick={() => resolve(true)}
          >
            {text.saveMerged}
          </button>
        )}
      </div>
    </Dialog>
  )
}

interface ChoiceProps {
  readonly clash: Clash
  /** undefined for the user's own value. */
  readonly choice: Chosen | undefined
  readonly onChoose: (choice: Chosen | undefined) => void
}

function Choice({ clash, choice, onChoose }: ChoiceProps) {
  const { path, before, after, theirs } = clash
  const side = (label: string, shown: ComponentChildren, its?: Chosen) => ({
    label,
    shown,
    isChosen: choice === its,
    choose: () => onChoose(its),
  })
  const sides = [
    side(text.mine, <PartValue path={path} value={after} />),
    side(text.theirs, <PartValue path={path} value={theirs} />, 'theirs'),
    ...(canKeepBoth(clash) ? [side(text.both, text.bothHint, 'both')] : []),
  ]
  return (
    <fieldset class="clash">
      <legend>
        {partName(path)}{' '}
        <span class="quiet small">
          {text.beforeColumn}: <PartValue path={path} value={before} />
        </span>
      </legend>
      {sides.map(({ label, shown, isChosen, choose }) => (
        <label key={label} class={`card ${isChosen ? 'chosen' : ''}`}>
          <span class="row">
            <input type="radio" name={path} checked={isChosen} onChange={choose} />
            <strong>{label}</strong>
          </span>
          {shown}
        </label>
      ))}
    </fieldset>
  )
}
