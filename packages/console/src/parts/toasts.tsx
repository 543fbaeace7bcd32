import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import type { Output } from '../api/call.ts'
import { sentences } from '../text/frame.ts'

interface Toast {
  readonly id: number
  readonly message: ComponentChildren
  readonly undo: (() => Promise<unknown>) | undefined
  readonly about: string | undefined
}

const SHOWN_MS = 10_000

const toasts = signal<readonly Toast[]>([])
let last = 0

/**
 * Says what has happened, and offers to take it back where that can be done.
 * @param about what it is about: an earlier message about the same would contradict this one, and goes
 */
export function tell(message: ComponentChildren, undo?: () => Promise<unknown>, about?: string): void {
  last += 1
  const id = last
  const others = toasts.value.filter((toast) => about === undefined || toast.about !== about)
  toasts.value = [...others.slice(-2), { id, message, undo, about }]
  setTimeout(() => dismiss(id), SHOWN_MS)
}

/** Says what a flag that was just written is warned of. */
export function tellWarnings({ warnings = [] }: Pick<Output<'updateFlag'>, 'warnings'>): void {
  for (const { detail } of warnings) tell(detail)
}

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}

/** The live region of the console. */
export function Toasts() {
  return (
    <div class="toasts" role="status">
      {toasts.value.map(({ id, message, undo }) => (
        <div key={id} class="toast">
          <span class="grow">{message}</span>
          {undo && (
            <button
              type="button"
              class="button plain"
              onClick={() => {
                dismiss(id)
                undo().catch((error: unknown) => tell(error instanceof Error ? error.message : String(error)))
              }}
            >
              {sentences.undo}
            </button>
          )}
          <button
            type="button"
            class="button plain icon quiet"
            aria-label={sentences.dismiss}
            onClick={() => dismiss(id)}
          >
            <span aria-hidden="true">×</span>
          </button>
        </div>
      ))}
    </div>
  )
}
