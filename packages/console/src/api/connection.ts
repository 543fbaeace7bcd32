import { computed, signal } from '@preact/signals'
import type { ApiProblem } from './api-problem.ts'

/** Whether calls are answered; false from the first that the server or its database could not. */
const answered = signal(true)

/** Whether changes of others are heard of as they happen. */
export const hearing = signal(false)

/** Whether the session has ended under an open page. */
export const signedOut = signal(false)

/** Whether anything may be changed now: controls that write are off while the server is away. */
export const connected = computed(() => answered.value)

let answeredAt = 0

/** Takes note that somebody answers, whatever it is. */
export function noteAnswer(): void {
  answeredAt = performance.now()
}

/** Whether anything was answered since a moment of `performance.now()`. */
export function wasAnsweredSince(moment: number): boolean {
  return answeredAt > moment
}

/** Takes note of how a call went; undefined: well. */
export function noteOutcome(problem: ApiProblem | undefined): void {
  if (problem?.status === 401) signedOut.value = true
  answered.value = !problem?.isOutage
}
