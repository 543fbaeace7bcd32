import { randomUUID } from 'node:crypto'
import type { Activity } from './activity.ts'
import { FLAGS } from './paths.ts'

/** Sends requests to both instances concurrently with the same key: one is executed, and all return its response. */
export const repeatRequests: Activity = (traffic) => async () => {
  const body = { key: `once-${randomUUID()}`, filters: { groups: [{ rollout_percentage: 10 }] } }
  const request = { path: FLAGS, body, headers: { 'idempotency-key': randomUUID() }, expected: [201] }
  const answers = await Promise.all([1, 2, 3].map(() => traffic.manage(request)))
  const again = await traffic.manage(request)
  const texts = new Set([...answers, again].flatMap((answer) => (answer ? [answer.text] : [])))
  if (texts.size > 1) traffic.report(`one request had ${texts.size} answers: ${[...texts].join(' ')}`)
  const [made] = [...answers, again].flatMap((answer) => (answer ? [answer.body] : []))
  if (!made) return
  const path = `${FLAGS}${made.id}/`
  while (!(await traffic.manage({ method: 'PATCH', path, body: { deleted: true }, expected: [200] })));
}
