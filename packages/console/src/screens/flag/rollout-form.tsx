import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { problemOf } from '../../api/api-problem.ts'
import { call, type Output } from '../../api/call.ts'
import { noteOutcome } from '../../api/connection.ts'
import { know, refresh } from '../../api/query.ts'
import { clampPercentage, isPercentage, percent } from '../../parts/number.ts'
import { PercentBox } from '../../parts/percent-box.tsx'
import { tell, tellWarnings } from '../../parts/toasts.tsx'
import { percentageRule } from '../../text/flag-edit.ts'
import { reachText, rolloutText } from '../../text/flag-page.ts'
import { Preview, usePreview } from '../flag-edit/preview.tsx'
import { editorOf, type Flag, inputOf } from './flag.ts'

type PreviewAnswer = Output<'createPreview'>

interface Props {
  /** The flag when the form opened. */
  readonly flag: Flag
  /** The current flag. */
  readonly current: Flag
  readonly index: number
  /** What was typed, in percent. */
  readonly value: number
  readonly onChange: (value: number) => void
  readonly onClose: () => void
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }

/** Edits the rollout of one condition set, and shows the effect of another value before it is saved (CONSOLE-271). */
export function RolloutForm({ flag, current, index, value, onChange, onClose }: Props) {
  const edit = useRolloutEdit({ flag, current, index, value, onClose })
  const { theirs, isChanged, isValid, wrong, isSaving, save } = edit
  const { answer, problem, isChecking } = usePreview(flag.id, { changes: edit.changes, problems: NO_PROBLEMS })
  const [isEarly, setIsEarly] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => form.current?.querySelector('input')?.focus(), [])
  const isHeld = isSaving || isChecking || !isValid || theirs !== undefined
  const change = (next: number) => {
    edit.clear()
    setIsEarly(false)
    onChange(next)
  }
  return (
    <form
      ref={form}
      class="stack tight rollout-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isHeld) void save()
      }}
      onKeyDown={(event) => {
        // Browsers do not submit the form while the button is disabled.
        if (event.key === 'Enter' && isChecking) setIsEarly(true)
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <div class="row wrap">
        <PercentBox
          label={rolloutText.label(index + 1)}
          value={value}
          wrong={wrong !== undefined}
          onChange={change}
          onKeyDown={(event) => {
            const step = STEPS[event.key]
            if (step === undefined) return
            event.preventDefault()
            change(clampPercentage(value + step))
          }}
        />
        <button type="submit" class="button" disabled={isHeld}>
          {rolloutText.save}
        </button>
        <button type="button" class="button link" onClick={onClose}>
          {rolloutText.cancel}
        </button>
        <span class="quiet small">{rolloutText.hint}</span>
      </div>
      {theirs && (
        <Theirs
          theirs={theirs}
          index={index}
          value={value}
          isSame={edit.isSame}
          onUse={(rollout) => {
            edit.accept(theirs)
            change(rollout)
          }}
        />
      )}
      {!theirs && wrong && (
        <p class="wrong" role="alert">
          {wrong}
        </p>
      )}
      {isChanged && isValid && (
        <div class="small rollout-effect" role="status">
          {!flag.active && <p>{rolloutText.isOff}</p>}
          {isChecking && <p class="quiet">{isEarly ? rolloutText.countingFirst : rolloutText.counting}</p>}
          {!isChecking && answer && <Effect preview={answer} />}
          {problem && <p>{rolloutText.uncounted(problem.message)}</p>}
          {isEarly && !isChecking && !theirs && <p>{rolloutText.again}</p>}
        </div>
      )}
    </form>
  )
}

/** The state of an edit in place: what it changes, why it cannot be saved, and a concurrent change of the set. */
function useRolloutEdit({ flag, current, index, value, onClose }: Omit<Props, 'onChange'>) {
  /** The later version that the user has decided to overwrite. */
  const [accepted, accept] = useState<Flag>()
  const [refusal, setRefusal] = useState<string>()
  const [isSaving, setIsSaving] = useState(false)
  const known = accepted ?? flag
  const theirs = isChangedIn(current, known, index) ? current : undefined
  // Other changes of the flag remain, because only this set is edited.
  const base = !theirs && current.version > known.version ? current : known
  const isChanged = value !== rolloutOf(base, index)
  const isValid = isPercentage(value)
  const changes = isChanged && isValid ? { filters: withRollout(base, index, value) } : {}
  const wrong = isValid ? refusal : percentageRule
  const save = async () => {
    if (!isChanged) return onClose()
    setIsSaving(true)
    try {
      await saveRollout(base, index, value)
      onClose()
    } catch (error) {
      const found = problemOf(error)
      noteOutcome(found)
      setRefusal(found.message)
      // The form shows the changes of the later version, and lets the user decide (CONSOLE-391).
      if (found.status === 409) await refresh('retrieveFlag')
    } finally {
      setIsSaving(false)
    }
  }
  const isSame = theirs?.filters.groups.length === known.filters.groups.length
  const clear = () => setRefusal(undefined)
  return { theirs, isSame, isChanged, isValid, wrong, isSaving, changes, save, clear, accept }
}

interface TheirsProps {
  readonly theirs: Flag
  readonly index: number
  readonly value: number
  /** Whether the set in this place is the same one: no set was added or removed. */
  readonly isSame: boolean
  readonly onUse: (rollout: number) => void
}

/**
 * Shows a set that another user has changed since the form opened. The user chooses a value, which is then saved as
 * usual.
 */
function Theirs({ theirs, index, value, isSame, onUse }: TheirsProps) {
  const stored = rolloutOf(theirs, index)
  const user = editorOf(theirs)
  const choices = isSame ? [...new Set([value, stored])].filter(isPercentage) : []
  return (
    <div class="row wrap" role="alert">
      <p class="wrong">{isSame ? rolloutText.theirs(user, percent(stored)) : rolloutText.otherSets(user)}</p>
      {choices.map((choice) => (
        <button key={choice} type="button" class="button" onClick={() => onUse(choice)}>
          {rolloutText.use(percent(choice))}
        </button>
      ))}
    </div>
  )
}

/** Whether another version has a different condition set at an index. */
function isChangedIn(current: Flag, read: Flag, index: number): boolean {
  const setsOf = ({ filters }: Flag) => JSON.stringify([filters.groups.length, filters.groups[index]])
  return current.version > read.version && setsOf(current) !== setsOf(read)
}

/** More transitions than these are collapsed. */
const MOST_TRANSITIONS = 4

/** Shows the effect in a sentence, and each transition. The buttons stay in view with many variants. */
function Effect({ preview }: { readonly preview: PreviewAnswer }) {
  const { changed, total, counted, transitions, group_type_index: groupType } = preview
  const details = <Preview answer={preview} isRenamed={false} />
  if (!counted || changed === 0) return details
  const moves = transitions.filter(({ from, to }) => from !== to)
  return (
    <>
      <p>{rolloutText.changes(changed, total, groupType === null ? reachText.users : reachText.groups)}</p>
      {moves.length <= MOST_TRANSITIONS ? (
        details
      ) : (
        <details>
          <summary>{rolloutText.details}</summary>
          {details}
        </details>
      )}
    </>
  )
}

// Bound: is as large as nothing: it stays empty.
const NO_PROBLEMS: ReadonlyMap<string, string> = new Map()

/** The rollout of a condition set in percent; 100 if it has none. */
export function rolloutOf({ filters }: Flag, index: number): number {
  return filters.groups[index]?.rollout_percentage ?? 100
}

function withRollout({ filters }: Flag, index: number, rollout_percentage: number): Flag['filters'] {
  const groups = filters.groups.map((set, place) => (place === index ? { ...set, rollout_percentage } : set))
  return { ...filters, groups }
}

/**
 * Saves with the version that was read. Undo sends the version that was saved, so that it does not revert later changes
 * of others.
 */
async function saveRollout(flag: Flag, index: number, value: number): Promise<void> {
  const input = inputOf(flag.id)
  const write = async (from: Flag, rollout: number): Promise<Flag> => {
    const body = { filters: withRollout(from, index, rollout), version: from.version }
    const written = await call('updateFlag', { ...input, body })
    know('retrieveFlag', input, written)
    void refresh()
    return written
  }
  const before = rolloutOf(flag, index)
  const saved = await write(flag, value)
  const message = rolloutText.saved(index + 1, percent(before), percent(value))
  tell(message, () => write(saved, before), `flag ${flag.id}`)
  tellWarnings(saved)
}
