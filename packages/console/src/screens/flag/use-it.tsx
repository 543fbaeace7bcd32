import { apiRoot } from '../../api/call.ts'
import { openProject } from '../../session.ts'
import { connect } from '../../text/start.ts'
import { ConnectSdk } from '../start/connect-sdk.tsx'
import { fittingProperties } from './fitting-properties.ts'
import { type Flag, variantsOf } from './flag.ts'
import type { Asking } from './snippets.ts'

/** Returns the parameters of snippets for a flag. */
export function askingFor(flag: Flag): Asking {
  return {
    ...askingForKey(flag.key),
    answer: variantsOf(flag).length > 0 ? 'variant' : flag.is_remote_configuration ? 'payload' : 'switch',
    properties: fittingProperties(flag.filters),
  }
}

/** Returns the parameters of snippets for a project without flags. */
export function askingForFirstFlag(): Asking {
  return askingForKey('my-first-flag')
}

function askingForKey(key: string): Asking {
  const host = apiRoot.href.replace(/\/$/, '')
  return { key, host, token: openProject().api_token, answer: 'switch', properties: {} }
}

/** Shows code that evaluates this flag, ready to be copied. */
export function UseIt({ flag }: { readonly flag: Flag }) {
  return (
    <section class="card stack">
      <h2>{connect.useFlag}</h2>
      <ConnectSdk asking={askingFor(flag)} flagId={flag.id} />
    </section>
  )
}
