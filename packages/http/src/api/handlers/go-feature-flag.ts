import { serveEvaluatedFlags } from '@flagdeck/core/operations'
import { reply, replyJson } from '../../rest/reply.ts'
import { RequestError } from '../../rest/request-error.ts'
import * as endpoints from '../endpoints/go-feature-flag.ts'
import { definitionsAge } from '../sdk/definitions-age.ts'
import { reserveLong } from '../sdk/reserve-long.ts'
import {
  goFeatureFlagBodyOf,
  goFeatureFlagSubject,
  goFeatureFlagsBody,
  goFeatureFlagsParts,
} from '../wire/go-feature-flag.ts'
import { snapshotFor, visibleTo } from './project-flags.ts'
import { handle } from './scoped-handler.ts'

export const goFeatureFlagRoutes = [
  handle(endpoints.goFeatureFlagEvaluate, async ({ context, params, body, request }) => {
    const subject = goFeatureFlagSubject(body)
    const query = { ...visibleTo(context, request), keys: [params.key] }
    const [evaluated] = await serveEvaluatedFlags(context.ctx, await snapshotFor(context, request), subject, query)
    return reply(goFeatureFlagBodyOf(evaluated, body.defaultValue), {
      headers: definitionsAge(context.ctx, context.projectId),
    })
  }),
  handle(endpoints.goFeatureFlagEvaluateAll, async ({ context, body, request }) => {
    const subject = goFeatureFlagSubject(body)
    const snapshot = await snapshotFor(context, request)
    const evaluated = await serveEvaluatedFlags(context.ctx, snapshot, subject, visibleTo(context, request))
    const headers = definitionsAge(context.ctx, context.projectId)
    const nowMs = context.ctx.clock()
    const decisions = evaluated.map(({ decision }) => decision)
    // Remote configuration is returned both as a value and in the metadata.
    const isLong = await reserveLong(request, decisions, 2)
    if (isLong) return replyJson(goFeatureFlagsParts(evaluated, nowMs), { headers })
    return reply(goFeatureFlagsBody(evaluated, nowMs), { headers })
  }),
  handle(endpoints.goFeatureFlagConfiguration, () => {
    throw notToBeHad(
      'GO Feature Flag’s in-process mode uses the rules of GO Feature Flag, which Flagdeck does not support. ' +
        'Set the evaluation type of the provider to remote, or use OpenFeature’s provider for OFREP.',
    )
  }),
  handle(endpoints.goFeatureFlagChanges, refuseWebsocket),
  handle(endpoints.goFeatureFlagChangesStream, refuseWebsocket),
]

function refuseWebsocket(): never {
  throw notToBeHad(
    'Websockets are not supported. Set the provider to poll, or use OpenFeature’s provider for OFREP, which receives changes immediately.',
  )
}

function notToBeHad(sentence: string): RequestError {
  return new RequestError('not_implemented', sentence)
}
