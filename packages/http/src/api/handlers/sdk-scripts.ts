import { notFound } from '@flagdeck/core/operations'
import { replyRaw } from '../../rest/reply.ts'
import type { Route } from '../../rest/routing/route.ts'
import { fileReply } from '../../rest/static-file.ts'
import type { RequestContext } from '../access/request-context.ts'
import * as endpoints from '../endpoints/sdk-scripts.ts'
import { sdkConfigScript } from '../wire/sdk-config.ts'
import type { SdkScripts } from '../wire/sdk-scripts.ts'
import { handle } from './scoped-handler.ts'
import { sdkSnapshot } from './sdk-snapshot.ts'

/** The scripts of posthog-js if they are installed; otherwise an explanation of how to provide them (BROWSER-14). */
export function sdkScriptRoutes(scripts: SdkScripts | undefined): readonly Route<RequestContext>[] {
  return [
    handle(endpoints.retrieveSdkScript, async ({ params, request }) =>
      fileReply(await find(scripts, params.file), request),
    ),
    handle(endpoints.retrieveProjectScript, async ({ context, params, request }) => {
      await sdkSnapshot(context, params.token, request)
      const { bytes } = await find(scripts, 'array.js')
      const script = `${sdkConfigScript(params.token)}${new TextDecoder().decode(bytes)}`
      return replyRaw(script, {
        headers: { 'content-type': 'application/javascript; charset=utf-8', 'cache-control': 'no-cache' },
      })
    }),
  ]
}

async function find(scripts: SdkScripts | undefined, path: string) {
  if (!scripts) {
    throw notFound(
      'This server has no posthog-js scripts: install posthog-js on the server and set FLAGDECK_POSTHOG_JS to its folder, ' +
        'or bundle posthog-js into the page.',
    )
  }
  const [version, name] = path.includes('/') ? path.split('/', 2) : [scripts.version, path]
  const script = version === scripts.version ? await scripts.find(name ?? '') : undefined
  if (script) return script
  throw notFound(`posthog-js ${scripts.version} has no script with this name.`)
}
