import { useEffect, useState } from 'preact/hooks'
import { type ApiProblem, problemOf } from '../../api/api-problem.ts'
import { refresh } from '../../api/query.ts'
import { Skeleton } from '../../parts/answered.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { tell } from '../../parts/toasts.tsx'
import { acts, named } from '../../text/flags.ts'
import { sentences } from '../../text/frame.ts'
import { actOnFlags, type Order, type Outcome, takeBack } from './act-on-flags.ts'

interface Props {
  readonly order: Omit<Order, 'tags'>
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Shows the effect of an action on each flag, then runs it. */
export function ActDialog({ order: asked, onClose, onDone }: Props) {
  const { act, flags } = asked
  const [tag, setTag] = useState('')
  const needsTag = act === 'tag' || act === 'untag'
  const order: Order = { ...asked, tags: tag.trim() === '' ? [] : [tag.trim()] }
  const ready = !needsTag || order.tags.length > 0
  const { outcomes, problem, looked } = useTrial(order, ready)
  const [failed, setFailed] = useState<ApiProblem>()
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(0)
  const changing = flags.filter(({ id }) =>
    outcomes?.some((outcome) => outcome.id === id && outcome.kind === 'changes'),
  )
  const commit = async () => {
    setBusy(true)
    try {
      await finish({ ...order, flags: changing }, setDone)
      onDone()
      onClose()
    } catch (error) {
      setFailed(problemOf(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={acts.title(
        act,
        flags.map(({ key }) => key),
      )}
      onClose={onClose}
    >
      <p class="quiet">{acts.about[act]}</p>
      {needsTag && (
        <TagField tag={tag} onTag={setTag} suggested={act === 'untag' ? flags.flatMap((flag) => flag.tags) : []} />
      )}
      {ready &&
        (outcomes ? <Outcomes outcomes={outcomes} /> : !problem && <Looking done={looked ?? 0} all={flags.length} />)}
      {(failed ?? problem) && (
        <p class="wrong" role="alert">
          {(failed ?? problem)?.message}
        </p>
      )}
      {busy && done > 0 && (
        <p class="quiet small" role="status">
          {acts.doing(done, changing.length)}
        </p>
      )}
      <div class="actions">
        <button type="button" class="button" onClick={onClose}>
          {busy ? sentences.close : sentences.cancel}
        </button>
        <button type="button" class="button primary" disabled={busy || changing.length === 0} onClick={commit}>
          {acts.commit(act, outcomes ? changing.length : flags.length)}
        </button>
      </div>
    </Dialog>
  )
}

interface Trial {
  readonly outcomes?: readonly Outcome[]
  readonly problem?: ApiProblem
  /** The number of flags that were checked. */
  readonly looked?: number
}

const TYPING_MS = 250

/** Returns the effect of an order, and checks it again when the order changes. */
function useTrial(order: Order, ready: boolean): Trial {
  const [trial, setTrial] = useState<Trial>({})
  useEffect(() => {
    let current = true
    const settle = (known: Trial) => current && setTrial(known)
    settle({})
    const asking = setTimeout(
      () => {
        actOnFlags(order, true, { onProgress: (looked) => settle({ looked }), isWanted: () => current }).then(
          (outcomes) => settle({ outcomes }),
          (error: unknown) => settle({ problem: problemOf(error) }),
        )
      },
      order.tags.length > 0 ? TYPING_MS : 0,
    )
    if (!ready) clearTimeout(asking)
    return () => {
      current = false
      clearTimeout(asking)
    }
  }, [ready, order.tags.join('\n')])
  return trial
}

/** Runs the action, reports it and offers Undo. */
async function finish(order: Order, onProgress: (done: number) => void): Promise<void> {
  const outcomes = await actOnFlags(order, false, { onProgress })
  const done = order.flags.filter(({ id }) =>
    outcomes.some((outcome) => outcome.id === id && outcome.kind === 'changes'),
  )
  const failed = outcomes.filter(({ kind }) => kind === 'refused')
  await refresh()
  if (failed[0]) tell(acts.someFailed(failed.length, failed[0].says))
  if (done.length === 0) return
  tell(`${acts.done[order.act]} ${named(done.map(({ key }) => key))}`, async () => {
    await takeBack({ ...order, flags: done })
    await refresh()
  })
}

function Looking({ done, all }: { readonly done: number; readonly all: number }) {
  return (
    <div aria-busy="true">
      <p class="quiet small">{acts.looking(done, all)}</p>
      <Skeleton rows={Math.min(all, 8)} />
    </div>
  )
}

function Outcomes({ outcomes }: { readonly outcomes: readonly Outcome[] }) {
  const changing = outcomes.some(({ kind }) => kind === 'changes')
  return (
    <>
      <ul class="flag-outcomes" aria-live="polite">
        {outcomes.map(({ id, key, kind, says }) => (
          <li key={id} class={kind}>
            <span class="mono">{key}</span>
            <span class={kind === 'refused' ? 'wrong' : 'quiet small'}>
              {kind === 'refused' && `${acts.cannot}: `}
              {says}
            </span>
          </li>
        ))}
      </ul>
      {!changing && <p>{acts.nothingToDo}</p>}
    </>
  )
}

interface TagFieldProps {
  readonly tag: string
  readonly suggested: readonly string[]
  readonly onTag: (tag: string) => void
}

function TagField({ tag, suggested, onTag }: TagFieldProps) {
  return (
    <Field label={acts.tagName}>
      {(attributes) => (
        <>
          <input
            {...attributes}
            class="input"
            autofocus
            autocomplete="off"
            dir="auto"
            list={`${attributes.id}-tags`}
            value={tag}
            onInput={(event) => onTag(event.currentTarget.value)}
          />
          <datalist id={`${attributes.id}-tags`}>
            {[...new Set(suggested)].map((known) => (
              <option key={known} value={known} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}
