import type { RefObject } from 'preact'
import { ownValue } from '../../parts/own-value.ts'
import { Time } from '../../parts/time.tsx'
import { newFlagHref } from '../../route.ts'
import { connect as text } from '../../text/start.ts'
import type { Asking, Language } from '../flag/snippets.ts'
import { useReceived } from './use-received.ts'

interface Props {
  /** null if no flag has the key. */
  readonly flagId: number | null
  readonly asking: Asking
  readonly language: Language
  /** Usage is requested only while this element is in the window. */
  readonly wizard: RefObject<HTMLElement | null>
}

/** SDKs whose requests the server does not count while the flag does not exist. */
const NOT_COUNTED: ReadonlySet<Language> = new Set(['openfeature', 'http'])

/** Shows whether a call has arrived, from which SDK and when (CONSOLE-367). */
export function Received({ flagId, asking, language, wizard }: Props) {
  const call = useReceived(flagId, wizard)
  const missing = flagId === null ? (call?.key ?? asking.key) : null
  return (
    <div class="stack tight">
      <p class="received" data-received={call !== null || undefined}>
        {/* The time is outside, because it changes and should not be announced each time. */}
        <span role="status">
          {call === null ? text.waiting : text.received(call.sdks.map((name) => ownValue(text.sdkNames, name) ?? name))}
        </span>
        {call && ' '}
        {call && <Time at={call.at} />}
      </p>
      {missing !== null && (call !== null || NOT_COUNTED.has(language)) && (
        <p class="row wrap small">
          <span>{call === null ? text.notCounted : text.missingFlag(missing)}</span>
          <a class="button link" href={newFlagHref({ key: missing })}>
            {text.createFlag(missing)}
          </a>
        </p>
      )}
    </div>
  )
}
