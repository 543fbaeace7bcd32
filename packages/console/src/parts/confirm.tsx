import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { type ApiProblem, problemOf } from '../api/api-problem.ts'
import { sentences } from '../text/frame.ts'
import { Dialog } from './dialog.tsx'

interface Props {
  readonly title: string
  /** A verb and what it does: "Turn off for everyone". */
  readonly action: string
  readonly dangerous?: boolean
  readonly size?: 'question' | 'form' | 'wide'
  /** Whether something has to be chosen first. */
  readonly blocked?: boolean
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
  /** What will happen. */
  readonly children?: ComponentChildren
}

/** Asks before something happens, and stays open with the API's sentence when that fails. */
export function Confirm(props: Props) {
  const { title, action, dangerous = false, size = 'question', blocked = false, onConfirm, onClose, children } = props
  const [problem, setProblem] = useState<ApiProblem>()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setProblem(problemOf(error))
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} size={size} onClose={onClose}>
      {children}
      {problem && (
        <p class="wrong" role="alert">
          {problem.message}
        </p>
      )}
      <div class="actions">
        <button type="button" class="button" onClick={onClose}>
          {sentences.cancel}
        </button>
        <button
          type="button"
          class={`button ${dangerous ? 'danger' : 'primary'}`}
          disabled={busy || blocked}
          onClick={run}
        >
          {action}
        </button>
      </div>
    </Dialog>
  )
}
