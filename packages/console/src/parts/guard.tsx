import { useSignalEffect } from '@preact/signals'
import { type ComponentChildren, Fragment } from 'preact'
import { useErrorBoundary, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { connected } from '../api/connection.ts'
import { sentences } from '../text/frame.ts'
import { NotLoaded } from './lazy.ts'

interface GuardProps {
  /** Wraps the failure if the place has no space to show it. */
  readonly around?: (failure: ComponentChildren) => ComponentChildren
  readonly children: ComponentChildren
}

/** Shows a failure in place of children that failed to render, and renders them again on request. */
export function Guard({ around = (failure) => failure, children }: GuardProps) {
  const failures = useRef(0)
  const isFailing = useRef(false)
  const [attempt, setAttempt] = useState(0)
  const [error, forget] = useErrorBoundary((thrown: unknown) => {
    failures.current += 1
    isFailing.current = true
    if (!(thrown instanceof NotLoaded)) reportError(thrown) // a bug of the console: for the developer tools
  })
  const tryAgain = () => {
    forget()
    // Creates failed children again, also if the failure is not visible yet. Children that are shown stay unchanged.
    if (isFailing.current) setAttempt((last) => last + 1)
    isFailing.current = false
  }
  useLayoutEffect(() => {
    const goOn = () => {
      tryAgain()
      failures.current = 0
    }
    addEventListener('hashchange', goOn)
    return () => removeEventListener('hashchange', goOn)
  }, [])
  // The failure ends automatically after an outage (CONSOLE-12).
  useSignalEffect(() => {
    if (connected.value) tryAgain()
  })
  if (error !== undefined) return around(<Failure error={error} isAgain={failures.current > 1} onRetry={tryAgain} />)
  return <Fragment key={attempt}>{children}</Fragment>
}

interface Props {
  readonly error: unknown
  readonly isAgain: boolean
  readonly onRetry: () => void
}

function Failure({ error, isAgain, onRetry }: Props) {
  // While the server is unavailable, a reload would leave an empty page.
  const mayReload = connected.value && (isAgain || isOfStyle(error))
  return (
    <div class="card stack" role="alert">
      <p>
        {error instanceof NotLoaded ? sentences.notLoaded : sentences.notShown}
        {mayReload && ` ${sentences.newVersion}`}
      </p>
      <div class="row">
        <button type="button" class="button" onClick={mayReload ? () => location.reload() : onRetry}>
          {mayReload ? sentences.reload : sentences.tryAgain}
        </button>
      </div>
    </div>
  )
}

/** Whether Vite reports a missing style sheet. Vite does not request it again, so the screen would have no styles. */
function isOfStyle(error: unknown): boolean {
  return error instanceof NotLoaded && error.message.includes('preload CSS')
}
