import type { Decision } from '../evaluation/definition/decision.ts'
import type { Subject } from '../evaluation/definition/subject.ts'
import type { EvaluateAllOptions } from '../evaluation/snapshot/snapshot.ts'
import { fieldNames } from '../foundation/validation/read-only-fields.ts'
import type { ProjectContext } from '../runtime/context.ts'
import { type EvaluationListener, telling } from '../runtime/evaluation-listener.ts'
import type { ProjectSnapshot } from '../runtime/snapshots/project-snapshot.ts'
import { refuseUnknownOptions } from './known-options.ts'
import { hasDistinctId, subjectOfMisuse, withMisuseNamed } from './subject-of-call.ts'
import { mayMissParts, unreadPartsReporter } from './unread-parts.ts'

/** Evaluation inside this process, with counting of usage. */
export interface EmbeddedEvaluation {
  /** Returns the decision of one flag. */
  evaluate(key: string, subject: Subject): Decision
  /** Returns the decisions of all flags, or of those in `keys`. */
  evaluateAll(subject: Subject, options?: EvaluateAllOptions): readonly Decision[]
}

const EVALUATE_ALL = fieldNames<EvaluateAllOptions>({ keys: true, isHidden: true })

/**
 * Returns evaluation that counts usage.
 * @param current returns the newest snapshot
 */
export function embeddedEvaluation(ctx: ProjectContext, current: () => ProjectSnapshot): EmbeddedEvaluation {
  const counter = ctx.usage.evaluations(ctx.project.id, 'embedded')
  const reportUnread = unreadPartsReporter(ctx.misuse)
  const counted: EmbeddedEvaluation = {
    evaluate(key, given) {
      const isKnown = hasDistinctId(given)
      const subject = isKnown ? given : subjectOfMisuse('evaluate', given, ctx.misuse)
      const found = current().evaluation.evaluate(key, subject)
      const decision = isKnown ? found : withMisuseNamed(found)
      if (isKnown && mayMissParts(found)) reportUnread('evaluate', subject)
      counter?.note(decision, distinctIdOf(subject))
      if (counter?.isForGroups) counter.noteGroups([decision], groupsOf(subject))
      return decision
    },
    evaluateAll(given, options) {
      if (options) refuseUnknownOptions('flags.evaluateAll', options, EVALUATE_ALL)
      const isKnown = hasDistinctId(given)
      const subject = isKnown ? given : subjectOfMisuse('evaluateAll', given, ctx.misuse)
      const found = current().evaluation.evaluateAll(subject, options)
      const decisions = isKnown ? found : found.map(withMisuseNamed)
      if (isKnown && found.some(mayMissParts)) reportUnread('evaluateAll', subject)
      counter?.noteAll(decisions, distinctIdOf(subject))
      if (counter?.isForGroups) counter.noteGroups(decisions, groupsOf(subject))
      return decisions
    },
  }
  // Decided once: a check for a listener in each evaluation would be measurable.
  return ctx.onEvaluation ? heardBy(ctx.onEvaluation, counted, current) : counted
}

/**
 * Returns the distinct id as text, or '' if JavaScript passed no subject, or one whose distinct id throws when it is
 * read (EVAL-1).
 */
function distinctIdOf(subject: Subject): string {
  try {
    return String(subject.distinctId ?? '')
  } catch {
    return ''
  }
}

/** Returns the groups of the subject; JavaScript may also pass invalid ones. */
function groupsOf(subject: Subject): Subject['groups'] {
  try {
    return subject.groups
  } catch {
    return undefined
  }
}

function heardBy(
  listener: EvaluationListener,
  { evaluate, evaluateAll }: EmbeddedEvaluation,
  current: () => ProjectSnapshot,
): EmbeddedEvaluation {
  const about = (subject: Subject) => ({ snapshot: current(), source: 'embedded' as const, subject })
  return {
    evaluate: (key, subject) =>
      telling(
        listener,
        about(subject),
        () => evaluate(key, subject),
        (decision) => [decision],
      ),
    evaluateAll: (subject, options) =>
      telling(
        listener,
        about(subject),
        () => evaluateAll(subject, options),
        (decisions) => decisions,
      ),
  }
}
