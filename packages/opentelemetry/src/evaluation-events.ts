import type { Decision, EvaluationEvent, EvaluationListener } from '@flagdeck/core'
import { openFeatureReason } from '@flagdeck/core/operations'
import { type Attributes, logs, SeverityNumber } from '@opentelemetry/api'
import { SCOPE } from './scope.ts'

/** The names of the event and its attributes follow OpenTelemetry's semantic conventions 1.44. */
const EVENT = { eventName: 'feature_flag.evaluation', severityNumber: SeverityNumber.INFO }

/**
 * Emits an event for each evaluation, for `onEvaluation` of `createFlagdeck`: the flag, its result, the reason and the
 * subject. Costs nothing while no SDK collects events.
 *
 * @example
 * const deck = await createFlagdeck({ store, onEvaluation: evaluationEvents() })
 */
export function evaluationEvents(): EvaluationListener {
  const logger = logs.getLogger(SCOPE)
  return (event) => {
    if (!logger.enabled(EVENT)) return
    for (const decision of event.decisions) logger.emit({ ...EVENT, attributes: attributesOf(decision, event) })
  }
}

function attributesOf(decision: Decision, { snapshot, subject }: EvaluationEvent): Attributes {
  const { key, version } = decision
  return {
    'feature_flag.key': key,
    'feature_flag.provider.name': 'flagdeck',
    'feature_flag.set.id': String(snapshot.project.id),
    'feature_flag.context.id': String(subject.distinctId),
    'feature_flag.result.reason': openFeatureReason(decision, snapshot.flag(key)),
    ...(version === null ? {} : { 'feature_flag.version': String(version) }),
    ...resultOf(decision),
  }
}

function resultOf({ flagId, failed, variant, enabled, reason }: Decision): Attributes {
  if (flagId === null) return errorOf('flag_not_found', reason.description)
  if (failed) return errorOf('general', reason.description)
  return variant === null ? { 'feature_flag.result.value': enabled } : { 'feature_flag.result.variant': variant }
}

function errorOf(type: 'flag_not_found' | 'general', message: string): Attributes {
  return { 'error.type': type, 'feature_flag.error.message': message }
}
