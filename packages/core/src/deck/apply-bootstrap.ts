import type { Context } from '../runtime/context.ts'
import type { BootstrapDocument } from './bootstrap-document/bootstrap-document.ts'
import { parseBootstrap } from './bootstrap-document/parse-bootstrap.ts'
import { type AppliedBootstrap, makeBootstrap } from './make-bootstrap.ts'

/**
 * Makes what a bootstrap document (docs/bootstrap.md) names and is not there yet, as `flagdeck bootstrap` does. What is
 * there is left as it is, so it may be called at every start (BOOT-1); keys that were rotated or revoked stay so, and the
 * answer says where the document still names them (BOOT-10).
 * @throws BootstrapRefused with the path of the offending value; entries before it may have been made (BOOT-5)
 *
 * @example
 * const deck = await createFlagdeck({ store: sqliteStore('flags.db') })
 * await applyBootstrap(deck.context, {
 *   organizations: [{ name: 'Acme', projects: [{ name: 'Web', api_token: 'phc_web', group_types: ['company'] }] }],
 * })
 */
export async function applyBootstrap(ctx: Context, document: BootstrapDocument): Promise<AppliedBootstrap> {
  return makeBootstrap(ctx, parseBootstrap(document, ctx.limits))
}
