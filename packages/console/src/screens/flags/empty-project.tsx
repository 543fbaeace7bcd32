import { apiRoot } from '../../api/call.ts'
import { connected } from '../../api/connection.ts'
import { Copy } from '../../parts/copy.tsx'
import { href } from '../../route.ts'
import { openProject } from '../../session.ts'
import { emptyList } from '../../text/flags.ts'
import { LoadExampleButton } from '../example/load-example-button.tsx'
import { snippet } from '../flag/snippets.ts'

/** Teaches the one next step. */
export function EmptyProject() {
  const host = apiRoot.href.replace(/\/$/, '')
  const asking = {
    key: 'my-first-flag',
    host,
    token: openProject().api_token,
    answer: 'switch',
    properties: {},
  } as const
  const code = snippet('node', asking)
  return (
    <div class="empty flags-empty">
      <h2>{emptyList.title}</h2>
      <p class="quiet">{emptyList.why}</p>
      {connected.value && (
        <a class="button primary" href={href('flags', 'new')}>
          {emptyList.create}
        </a>
      )}
      {connected.value && <LoadExampleButton />}
      <p class="row wrap">
        <span class="quiet small">{emptyList.code}</span>
        <Copy text={code} label={emptyList.copy} />
      </p>
      <pre class="code">{code}</pre>
    </div>
  )
}
