/** Passes on the values that are pushed, with a pause between them. */
export interface Coalescer<T> {
  readonly push: (value: T) => void
  readonly stop: () => void
}

/**
 * Sends the first value immediately. Values within the pause after it are merged: only the last is sent, at the end of
 * the pause.
 */
export function coalesce<T>(pauseMs: number, send: (value: T) => void): Coalescer<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: { readonly value: T } | undefined
  const pause = () => {
    timer = setTimeout(() => {
      timer = undefined
      if (waiting) sendNow(waiting.value)
    }, pauseMs)
  }
  const sendNow = (value: T) => {
    waiting = undefined
    pause()
    send(value)
  }
  return {
    push: (value) => {
      if (timer === undefined) sendNow(value)
      else waiting = { value }
    },
    stop: () => clearTimeout(timer),
  }
}
