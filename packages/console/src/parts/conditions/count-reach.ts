import type { ApiProblem } from '../../api/api-problem.ts'
import { call, type Input, type Output } from '../../api/call.ts'
import { notedProblem } from '../../api/use-attempt.ts'

type Condition = Input<'createUserBlastRadii'>['body']['conditions'][number]
type Outcome = Output<'createUserBlastRadii'>['results'][number]

/** The number of known users or groups that a condition matches, or the error that the API reports for it. */
export interface Reach {
  readonly counted?: Exclude<Outcome, { error: unknown }>
  /** The message of the API, which starts with the path of the error. */
  readonly wrong?: string
  /** The reason why it was not counted, if it can be counted later. */
  readonly outage?: ApiProblem
}

interface Waiting {
  readonly projectId: number
  readonly condition: Condition
  settle(reach: Reach): void
}

/** The maximum number of conditions that one request may count (IMPACT-30). */
const MAX_CONDITIONS = 100
/** The time in which conditions are collected. Forms show all of their condition sets at the same moment. */
const GATHERING_MS = 20

/** Conditions of the open form that are not sent yet. Bound: is as large as the form. */
let waiting: Waiting[] = []

/** Counts a condition together with others that are counted at the same moment, so that a form sends one request. */
export function countReach(projectId: number, condition: Condition): Promise<Reach> {
  if (waiting.length === 0) setTimeout(sendAll, GATHERING_MS)
  return new Promise((settle) => waiting.push({ projectId, condition, settle }))
}

function sendAll(): void {
  const all = waiting
  waiting = []
  for (const [projectId, ofProject] of Map.groupBy(all, (each) => each.projectId)) {
    for (let from = 0; from < ofProject.length; from += MAX_CONDITIONS) {
      void send(projectId, ofProject.slice(from, from + MAX_CONDITIONS))
    }
  }
}

async function send(projectId: number, conditions: readonly Waiting[]): Promise<void> {
  const body = { conditions: conditions.map(({ condition }) => condition) }
  const reaches = await call('createUserBlastRadii', { params: { project_id: projectId }, body }).then(
    ({ results }) => results.map(reachOf),
    (error: unknown) => {
      const problem = notedProblem(error)
      const reach = problem.status === 400 ? { wrong: problem.message } : problem.isOutage ? { outage: problem } : {}
      return conditions.map(() => reach)
    },
  )
  for (const [index, { settle }] of conditions.entries()) settle(reaches[index] ?? {})
}

function reachOf(outcome: Outcome): Reach {
  if (!('error' in outcome)) return { counted: outcome }
  // Without the permission to see users there is no count, but the condition is valid (IMPACT-26).
  return outcome.error.code === 'permission_denied' ? {} : { wrong: outcome.error.detail }
}
