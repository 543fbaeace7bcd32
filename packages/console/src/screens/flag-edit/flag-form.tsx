import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import {
  ConditionSourcesContext,
  referencesOfSets,
  useConditionSources,
} from '../../parts/conditions/condition-sources.ts'
import { isPercentage } from '../../parts/number.ts'
import { edit as text } from '../../text/flag-edit.ts'
import { whoGetsItSentence } from '../../text/who-gets-it.ts'
import { ADVANCED_FIELDS, Advanced } from './advanced.tsx'
import { Basics } from './basics.tsx'
import { Folded } from './folded.tsx'
import { Footer } from './footer.tsx'
import { JsonView } from './json-view.tsx'
import { PayloadSchema } from './payload-schema.tsx'
import { Payloads } from './payloads.tsx'
import { wrongCount } from './problems.ts'
import { Release } from './release.tsx'
import { showFirstWrong } from './show-first-wrong.ts'
import type { EditState } from './use-edit.ts'
import { Variants } from './variants.tsx'
import './flag-edit.css'

interface Props {
  readonly state: EditState
  /** Missing for a new flag. */
  readonly flagId?: number
  readonly mayWrite: boolean
  readonly isSealed?: boolean
  /** A sentence about changes of other users since the flag was read. */
  readonly meanwhile?: string | undefined
  readonly onSave: () => Promise<void>
  readonly onDiscard: () => void
  readonly onReview?: () => void
  /** Shown above the form. */
  readonly children?: ComponentChildren
  /** The effect of the edit, shown next to the form. */
  readonly aside?: ComponentChildren
}

/** Shows all fields of a flag on one page, with the actions in the footer. */
export function FlagForm(props: Props) {
  const { state, flagId, mayWrite, children, aside } = props
  const { draft, base } = state
  const references = referencesOfSets([...draft.filters.groups, ...base.filters.groups])
  const sources = useConditionSources(references, flagId)
  const { isJson, setIsJson, busy, save, review, showWrong } = useActs(props)
  // The JSON would replace changes in the form.
  const isHeld = state.json !== undefined && !isJson
  useSaveKey(save)
  return (
    <ConditionSourcesContext.Provider value={sources}>
      {children}
      <ViewChoice isJson={isJson} onChoose={setIsJson} />
      {isHeld && <JsonFirst state={state} onMend={() => setIsJson(true)} />}
      <div class="columns flag-edit">
        <fieldset class="stack parts" disabled={!mayWrite || isHeld}>
          {isJson ? <JsonView {...state} problems={state.told} /> : <Sections {...props} onEnter={save} />}
        </fieldset>
        <aside class="stack">
          <div class="card stack who-gets">
            <h2>{text.whoGetsIt}</h2>
            {!state.draft.active && <p class="quiet small">{text.onceOn}</p>}
            {draft.filters.groups.every((set) => isPercentage(set.rollout_percentage ?? 100)) && (
              <p>
                <bdi>{whoGetsItSentence({ ...draft, active: true }, sources.names)}</bdi>
              </p>
            )}
          </div>
          {aside}
        </aside>
      </div>
      {mayWrite && <Footer {...props} busy={busy} onSave={save} onReview={review} onShowWrong={showWrong} />}
    </ConditionSourcesContext.Provider>
  )
}

/** Returns the actions of the form, and its view. A problem focuses its field. */
function useActs({ state, mayWrite, onSave, onReview }: Props) {
  const [isJson, setIsJson] = useState(state.json !== undefined)
  const [busy, setBusy] = useState(false)
  const showWrong = () => {
    state.tryIt()
    if (state.json !== undefined) setIsJson(true)
    // The page shows the problems in its next frame. Problems without a field are in the JSON.
    requestAnimationFrame(() => {
      if (showFirstWrong()) return
      setIsJson(true)
      requestAnimationFrame(showFirstWrong)
    })
  }
  const save = async () => {
    if (busy || !mayWrite) return
    if (state.problems.size > 0 && !state.refusal) return showWrong()
    state.tryIt()
    setBusy(true)
    await onSave().finally(() => setBusy(false))
    requestAnimationFrame(showFirstWrong)
  }
  const review = onReview && (() => (state.problems.size > 0 ? showWrong() : onReview()))
  return { isJson, setIsJson, busy, save, review, showWrong }
}

const PAYLOAD_FIELDS = ['payloads', 'payload_schema']

function Sections({ state: edited, flagId, isSealed = false, onEnter }: Props & { readonly onEnter: () => void }) {
  const state = { ...edited, problems: edited.told }
  const isNew = flagId === undefined
  const isPayloadFirst = state.draft.is_remote_configuration === true
  const payloads = (
    <div class="stack">
      <Payloads {...state} isSealed={isSealed} />
      <PayloadSchema {...state} />
    </div>
  )
  const hasPayloads = Object.keys(state.draft.filters.payloads ?? {}).length > 0
  return (
    <>
      <Basics {...state} flagId={flagId} onEnter={onEnter} />
      {isPayloadFirst && (
        <section class="stack" aria-label={text.payloads}>
          <h2>{text.payloads}</h2>
          {payloads}
        </section>
      )}
      <Variants {...state} />
      <Release key={state.begun} {...state} />
      {!isPayloadFirst && (
        <Folded title={text.payloads} isOpen={hasPayloads} wrong={wrongCount(state.problems, PAYLOAD_FIELDS)}>
          {payloads}
        </Folded>
      )}
      <Folded title={text.advanced} wrong={wrongCount(state.problems, ADVANCED_FIELDS)}>
        <Advanced {...state} isNew={isNew} />
      </Folded>
    </>
  )
}

/** Explains why the form cannot be edited, and offers two ways to continue. */
function JsonFirst({ state, onMend }: { readonly state: EditState; readonly onMend: () => void }) {
  return (
    <div class="card warn notice stack json-first">
      <p>{text.jsonFirst(state.problems.get('json') ?? '')}</p>
      <div class="row wrap">
        <button type="button" class="button" onClick={onMend}>
          {text.mendJson}
        </button>
        <button type="button" class="button link" onClick={() => state.keepJson(undefined)}>
          {text.leaveJson}
        </button>
      </div>
    </div>
  )
}

function ViewChoice({ isJson, onChoose }: { readonly isJson: boolean; readonly onChoose: (isJson: boolean) => void }) {
  return (
    <fieldset class="row views" aria-label={text.view}>
      <button type="button" class="chip" aria-pressed={!isJson} onClick={() => onChoose(false)}>
        {text.form}
      </button>
      <button type="button" class="chip" aria-pressed={isJson} onClick={() => onChoose(true)}>
        {text.json}
      </button>
    </fieldset>
  )
}

/** Saves on Ctrl+S or Cmd+S, wherever the focus is. */
function useSaveKey(save: () => Promise<void>): void {
  // The handler of the latest render saves the latest text.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      // Dialogs have their own buttons.
      if (!document.querySelector('dialog[open]')) void save()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}
