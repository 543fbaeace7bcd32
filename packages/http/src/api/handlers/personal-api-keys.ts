import { keys } from '@flagdeck/core/operations'
import { replyRaw } from '../../rest/reply.ts'
import * as endpoints from '../endpoints/personal-api-keys.ts'
import { newPersonalApiKeyBody, personalApiKeyBody } from '../wire/identity.ts'
import { handle } from './scoped-handler.ts'

export const personalApiKeyRoutes = [
  handle(endpoints.listKeys, async ({ context }) => (await keys.listKeys(context.ctx)).map(personalApiKeyBody)),
  handle(endpoints.createKey, async ({ context, body }) =>
    newPersonalApiKeyBody(await keys.createOwnKey(context.ctx, body)),
  ),
  handle(endpoints.retrieveKey, async ({ context, params }) =>
    personalApiKeyBody(await keys.retrieveKey(context.ctx, params.id)),
  ),
  handle(endpoints.rollKey, async ({ context, params }) =>
    newPersonalApiKeyBody(await keys.rotateKey(context.ctx, params.id)),
  ),
  handle(endpoints.destroyKey, async ({ context, params }) => {
    await keys.revokeKey(context.ctx, params.id)
    return replyRaw(null)
  }),
]
