import { computed, signal } from '@preact/signals'
import type { ApiProblem } from './api-problem.ts'

/** Whether calls get a response; false after a call that the server or its database could not answer. */
const answered = signal(true)

/** Whether the page receives changes of other users as they happen. */
export const hearing = signal(false)

/** Whether the session has ended while the page is open. */
export const signedOut = signal(false)

/** Whether changes are possible now. Controls that write are disabled while the server is unavailable. */
export const connected = computed(() => answered.value)

let answeredAt = 0

/** Notes that a response arrived, whatever its content. */
export function noteAnswer(): void {
  answeredAt = performance.now()
}

/** Whether a response arrived after a moment of `performance.now()`. */
export function wasAnsweredSince(moment: number): boolean {
  return answeredAt > moment
}

/** Notes the outcome of a call; undefined is a success. */
export function noteOutcome(problem: ApiProblem | undefined): void {
  if (problem?.status === 401) signedOut.value = true
  answered.value = !problem?.isOutage
}
