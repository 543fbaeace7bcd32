import { signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Output } from '../api/call.ts'
import { sentences } from '../text/frame.ts'
import { isTyping } from './keyboard.ts'

interface Toast {
  readonly id: number
  readonly message: ComponentChildren
  readonly undo: (() => Promise<unknown>) | undefined
  readonly about: string | undefined
}

interface UndoableAction extends Toast {
  readonly at: number
}

const SHOWN_MS = 10_000
/** How long Ctrl+Z or Cmd+Z undoes an action. Later, users no longer remember which action was the last. */
const UNDOABLE_MS = 5 * 60_000
const MOST_UNDOABLE = 20

const toasts = signal<readonly Toast[]>([])
// Bound: is as large as MOST_UNDOABLE.
let undoable: readonly UndoableAction[] = []
let last = 0

/**
 * Shows a message about an action, with a button to undo it if that is possible.
 * @param about the subject of the message, which replaces an earlier message with the same subject
 */
export function tell(message: ComponentChildren, undo?: () => Promise<unknown>, about?: string): void {
  last += 1
  const toast = { id: last, message, undo, about }
  const isReplaced = (other: Toast) => about !== undefined && other.about === about
  toasts.value = [...toasts.value.filter((other) => !isReplaced(other)).slice(-2), toast]
  undoable = undoable.filter((other) => !isReplaced(other))
  if (undo) undoable = [...undoable, { ...toast, at: Date.now() }].slice(-MOST_UNDOABLE)
}

/** Shows the warnings of a flag that was just written. */
export function tellWarnings({ warnings = [] }: Pick<Output<'updateFlag'>, 'warnings'>): void {
  for (const { detail } of warnings) tell(detail)
}

/**
 * Undoes the last action on Ctrl+Z or Cmd+Z. In a text field the browser handles the keys. Returns a function that
 * stops this.
 */
export function listenForUndo(): () => void {
  const press = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'z' || event.shiftKey || event.altKey || !(event.ctrlKey || event.metaKey)) return
    if (event.defaultPrevented || isTyping(event) || document.querySelector('dialog[open]') !== null) return
    const action = undoable.at(-1)
    if (action === undefined || Date.now() - action.at > UNDOABLE_MS) return
    event.preventDefault()
    void undoAction(action).then(
      (isUndone) =>
        isUndone &&
        tell(
          <>
            {sentences.undone} {action.message}
          </>,
        ),
    )
  }
  addEventListener('keydown', press)
  return () => removeEventListener('keydown', press)
}

/** Drops all actions when another user signs in or another project opens, where undo would change other data. */
export function forgetUndo(): void {
  undoable = []
  toasts.value = toasts.value.filter(({ undo }) => undo === undefined)
}

/** Returns whether the action was undone. A refusal is shown as a message. */
async function undoAction({ id, undo }: Toast): Promise<boolean> {
  dismiss(id)
  undoable = undoable.filter((other) => other.id !== id)
  try {
    await undo?.()
    return true
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error))
    return false
  }
}

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}

/** The live region of the console. Messages stay while they have the pointer or the focus. */
export function Toasts() {
  const isHeld = useSignal(false)
  const before = useRef<HTMLElement | null>(null)
  const region = useRef<HTMLDivElement>(null)
  const hadFocus = useRef(false)
  // The message that had the focus may have been removed.
  useEffect(() => {
    if (!hadFocus.current || region.current?.contains(document.activeElement)) return
    hadFocus.current = false
    const next = region.current?.querySelector('button') ?? (before.current?.isConnected ? before.current : null)
    next?.focus()
    if (toasts.value.length === 0) isHeld.value = false
  }, [toasts.value])
  const release = () => {
    isHeld.value = region.current?.matches(':hover, :focus-within') ?? false
  }
  return (
    <div
      ref={region}
      class="toasts"
      role="status"
      onPointerEnter={() => {
        isHeld.value = true
      }}
      onPointerLeave={release}
      onFocusIn={({ relatedTarget }) => {
        isHeld.value = true
        hadFocus.current = true
        const isOutside = relatedTarget instanceof HTMLElement && !region.current?.contains(relatedTarget)
        if (isOutside) before.current = relatedTarget
      }}
      onFocusOut={({ relatedTarget }) => {
        if (relatedTarget !== null) hadFocus.current = false
        queueMicrotask(release)
      }}
    >
      {toasts.value.map((toast) => (
        <ToastCard key={toast.id} toast={toast} isHeld={isHeld.value} />
      ))}
    </div>
  )
}

function ToastCard({ toast, isHeld }: { readonly toast: Toast; readonly isHeld: boolean }) {
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismiss(toast.id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isHeld])
  return (
    <div class="toast">
      <span class="grow">{toast.message}</span>
      {toast.undo && (
        <button
          type="button"
          class="button plain"
          aria-keyshortcuts="Control+Z Meta+Z"
          onClick={() => void undoAction(toast)}
        >
          {sentences.undo}
        </button>
      )}
      <button
        type="button"
        class="button plain icon quiet"
        aria-label={sentences.dismiss}
        onClick={() => dismiss(toast.id)}
      >
        <span aria-hidden="true">×</span>
      </button>
    </div>
  )
}
