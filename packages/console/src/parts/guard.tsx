import { useSignalEffect } from '@preact/signals'
import { type ComponentChildren, Fragment } from 'preact'
import { useErrorBoundary, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { connected } from '../api/connection.ts'
import { sentences } from '../text/frame.ts'
import { NotLoaded } from './lazy.ts'

interface GuardProps {
  /** What a failure is shown in, where the place itself has no room for it. */
  readonly around?: (failure: ComponentChildren) => ComponentChildren
  readonly children: ComponentChildren
}

/** Says in the place of what it has in it that it could not be shown, and tries it again. */
export function Guard({ around = (failure) => failure, children }: GuardProps) {
  const failures = useRef(0)
  const isFailing = useRef(false)
  const [attempt, setAttempt] = useState(0)
  const [error, forget] = useErrorBoundary((thrown: unknown) => {
    failures.current += 1
    isFailing.current = true
    if (!(thrown instanceof NotLoaded)) reportError(thrown) // a mistake of ours: for the developer's tools
  })
  const tryAgain = () => {
    forget()
    // What failed is made anew, also where nobody has seen the failure yet; what is shown stays as it is.
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
  // It ends by itself, as an outage does (CONSOLE-12).
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
  // Without the server a reload would leave nothing at all.
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

/** What Vite says of a style that is missing. It does not ask for one twice: the screen would be shown without. */
function isOfStyle(error: unknown): boolean {
  return error instanceof NotLoaded && error.message.includes('preload CSS')
}
