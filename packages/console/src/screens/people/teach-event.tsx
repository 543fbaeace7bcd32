import { apiRoot } from '../../api/call.ts'
import { Copy } from '../../parts/copy.tsx'
import { openProject } from '../../session.ts'
import { people as text } from '../../text/people.ts'

interface Props {
  /** An event in the format of the SDKs. The project token is added. */
  readonly event: Readonly<Record<string, unknown>>
}

/** Shows a command that sends an event, to copy into a terminal. */
export function TeachEvent({ event }: Props) {
  const sent = JSON.stringify({ token: openProject().api_token, ...event }).replaceAll("'", "'\\''")
  const command = `curl '${apiRoot.href}i/v0/e/' -H 'content-type: application/json' -d '${sent}'`
  return (
    <>
      <pre class="code wrapped">{command}</pre>
      <Copy text={command} label={text.copyCommand} />
    </>
  )
}
