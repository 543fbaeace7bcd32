import { randomInt } from 'node:crypto'
import type { Activity } from './activity.ts'

const USERS = 5000
const OK = [200]

/** Evaluates flags over every protocol, for many users. */
export const evaluateFlags: Activity = (traffic) => async () => {
  const { projectToken: token } = traffic
  const distinct_id = `user-${randomInt(USERS)}`
  const person_properties = { plan: randomInt(2) === 0 ? 'pro' : 'free' }
  const context = { targetingKey: distinct_id, ...person_properties }
  await traffic.send({ path: '/flags/?v=2', body: { token, distinct_id, person_properties }, expected: OK })
  await traffic.send({ path: '/decide/?v=3', body: { token, distinct_id }, expected: OK })
  await traffic.send({ path: '/ofrep/v1/evaluate/flags', key: token, body: { context }, expected: OK })
  await traffic.send({ path: '/ofrep/v1/evaluate/flags/shared-0', key: token, body: { context }, expected: OK })
  await traffic.send({ path: '/ofrep/v1/evaluate/flags/nobody-has-it', key: token, body: { context }, expected: [404] })
}

/** Polls the definitions like SDKs: complete if they have changed, otherwise not. */
export const pollDefinitions: Activity = (traffic) => {
  let tag: string | null = null
  return async () => {
    const answer = await traffic.manage({
      path: `/flags/definitions?token=${traffic.projectToken}&send_cohorts`,
      headers: tag === null ? {} : { 'if-none-match': tag },
      expected: [200, 304],
    })
    tag = answer?.headers.get('etag') ?? tag
  }
}
