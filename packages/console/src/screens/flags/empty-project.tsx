import { connected } from '../../api/connection.ts'
import { href } from '../../route.ts'
import { emptyList } from '../../text/flags.ts'
import { connect } from '../../text/start.ts'
import { LoadExampleButton } from '../example/load-example-button.tsx'
import { askingForFirstFlag } from '../flag/use-it.tsx'
import { ConnectSdk } from '../start/connect-sdk.tsx'

/** Shows how to start: create a flag, load example data, or connect an SDK. */
export function EmptyProject() {
  return (
    <>
      <div class="empty flags-empty">
        <h2>{emptyList.title}</h2>
        <p class="quiet">{emptyList.why}</p>
        {connected.value && (
          <div class="row wrap">
            <a class="button primary" href={href('flags', 'new')}>
              {emptyList.create}
            </a>
            <LoadExampleButton />
          </div>
        )}
      </div>
      <section class="flags-connect stack">
        <h2>{connect.title}</h2>
        <ConnectSdk asking={askingForFirstFlag()} flagId={null} />
      </section>
    </>
  )
}
