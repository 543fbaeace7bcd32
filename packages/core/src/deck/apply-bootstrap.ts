import type { Context } from '../runtime/context.ts'
import type { BootstrapDocument } from './bootstrap-document/bootstrap-document.ts'
import { parseBootstrap } from './bootstrap-document/parse-bootstrap.ts'
import { type AppliedBootstrap, makeBootstrap } from './make-bootstrap.ts'

/**
 * Creates what a bootstrap document (docs/bootstrap.md) names and the store does not have, as `flagdeck bootstrap`
 * does. Existing records are left unchanged, so you can call it at every start (BOOT-1). Rotated or revoked keys stay
 * rotated or revoked; the result lists where the document still names them (BOOT-10).
 * @throws BootstrapRefused with the path of the invalid value; entries before it may have been created (BOOT-5)
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
