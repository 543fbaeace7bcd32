import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { type ApiProblem, problemOf } from '../api/api-problem.ts'
import { sentences } from '../text/frame.ts'
import { Dialog } from './dialog.tsx'

interface Props {
  readonly title: string
  /** A verb and its effect: "Turn off for everyone". */
  readonly action: string
  readonly dangerous?: boolean
  readonly size?: 'question' | 'form' | 'wide'
  /** Whether the user has to choose something first. */
  readonly blocked?: boolean
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
  /** Describes the effect. */
  readonly children?: ComponentChildren
}

/** Asks for confirmation of an action. If the action fails, the dialog stays open with the message of the API. */
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
