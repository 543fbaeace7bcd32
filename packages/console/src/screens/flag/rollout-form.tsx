import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { problemOf } from '../../api/api-problem.ts'
import { call, type Output } from '../../api/call.ts'
import { noteOutcome } from '../../api/connection.ts'
import { know, refresh } from '../../api/query.ts'
import { percent } from '../../parts/number.ts'
import { PercentBox } from '../../parts/percent-box.tsx'
import { tell, tellWarnings } from '../../parts/toasts.tsx'
import { reachText, rolloutText } from '../../text/flag-page.ts'
import { Preview, usePreview } from '../flag-edit/preview.tsx'
import { type Flag, inputOf } from './flag.ts'

type PreviewAnswer = Output<'createPreview'>

interface Props {
  /** The flag as it was read. */
  readonly flag: Flag
  readonly index: number
  readonly onClose: () => void
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }

const clamp = (value: number): number => Math.min(100, Math.max(0, value))

/** The rollout of one condition set as a field, with the effect of another value before it is saved (CONSOLE-271). */
export function RolloutForm({ flag, index, onClose }: Props) {
  const before = rolloutOf(flag, index)
  const [value, setValue] = useState(before)
  const [wrong, setWrong] = useState<string>()
  const [isSaving, setIsSaving] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => form.current?.querySelector('input')?.focus(), [])
  const isChanged = value !== before
  const changes = isChanged ? { filters: withRollout(flag, index, value) } : {}
  const { answer, problem, isChecking } = usePreview(flag.id, { changes, problems: NO_PROBLEMS })
  const save = async () => {
    if (!isChanged) return onClose()
    setIsSaving(true)
    try {
      await saveRollout(flag, index, value)
      onClose()
    } catch (error) {
      const problem = problemOf(error)
      noteOutcome(problem)
      setWrong(problem.message)
    } finally {
      setIsSaving(false)
    }
  }
  return (
    <form
      ref={form}
      class="stack tight rollout-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSaving && !isChecking) void save()
      }}
      onKeyDown={(event) => {
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
          onChange={(next) => {
            setWrong(undefined)
            setValue(next)
          }}
          onKeyDown={(event) => {
            const step = STEPS[event.key]
            if (step === undefined) return
            event.preventDefault()
            setValue(clamp(value + step))
          }}
        />
        <button type="submit" class="button" disabled={isSaving || isChecking}>
          {rolloutText.save}
        </button>
        <button type="button" class="button link" onClick={onClose}>
          {rolloutText.cancel}
        </button>
        <span class="quiet small">{rolloutText.hint}</span>
      </div>
      {wrong && (
        <p class="wrong" role="alert">
          {wrong}
        </p>
      )}
      {isChanged && (
        <div class="small rollout-effect" role="status">
          {!flag.active && <p>{rolloutText.isOff}</p>}
          {isChecking && <p class="quiet">{rolloutText.counting}</p>}
          {!isChecking && answer && <Effect preview={answer} />}
          {problem && <p>{rolloutText.uncounted(problem.message)}</p>}
        </div>
      )}
    </form>
  )
}

/** More transitions than these are folded. */
const MOST_TRANSITIONS = 4

/** The effect in a sentence, and each transition: the buttons stay in sight with many variants. */
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

function rolloutOf({ filters }: Flag, index: number): number {
  return filters.groups[index]?.rollout_percentage ?? 100
}

function withRollout({ filters }: Flag, index: number, rollout_percentage: number): Flag['filters'] {
  const groups = filters.groups.map((set, place) => (place === index ? { ...set, rollout_percentage } : set))
  return { ...filters, groups }
}

/** Saves with the version that was read. Undo sends the version that was saved, so it keeps later changes of others. */
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
