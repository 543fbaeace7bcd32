/** Passes on what is pushed, at most once in a while. */
export interface Coalescer<T> {
  readonly push: (value: T) => void
  readonly stop: () => void
}

/** The first value goes out at once; of those that come within the pause after one, only the last does, at its end. */
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
