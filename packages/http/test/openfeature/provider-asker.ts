import type { Flagdeck, JsonObject, Project } from '@flagdeck/core'
import { flagdeckProvider } from '@flagdeck/openfeature'
import {
  type Client,
  type EvaluationContext,
  type EvaluationDetails,
  type JsonValue,
  OpenFeature,
} from '@openfeature/server-sdk'
import type { Question, Resolution } from './resolution.ts'

let domains = 0

/** The published SDK, whose provider evaluates the flags in this process. */
export async function throughSdk(deck: Flagdeck, { id }: Project, question: Question): Promise<Resolution> {
  const domain = `scenario ${++domains}`
  const provider = flagdeckProvider(await deck.project(id))
  await OpenFeature.setProviderAndWait(domain, provider)
  const { value, reason, variant, errorCode, flagMetadata } = await ask(OpenFeature.getClient(domain), question)
  await provider.onClose?.()
  // JSON, although the SDK's types declare otherwise.
  return {
    value: value as Resolution['value'],
    reason: String(reason),
    variant,
    errorCode,
    metadata: flagMetadata as JsonObject,
  }
}

/** Scenarios request the type of their fallback. */
function ask(client: Client, { type, fallback, context }: Question): Promise<EvaluationDetails<JsonValue>> {
  // Some contexts are not allowed by the SDK's types.
  const about = context as EvaluationContext
  switch (type) {
    case 'boolean':
      return client.getBooleanDetails('asked', fallback as boolean, about)
    case 'string':
      return client.getStringDetails('asked', fallback as string, about)
    case 'number':
      return client.getNumberDetails('asked', fallback as number, about)
    case 'object':
      return client.getObjectDetails('asked', fallback as JsonValue, about)
  }
}
