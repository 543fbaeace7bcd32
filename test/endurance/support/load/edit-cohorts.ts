import { randomInt, randomUUID } from 'node:crypto'
import type { Activity } from './activity.ts'
import { COHORTS, FLAGS, PERSONS } from './paths.ts'
import { planIs, type SharedThings } from './shared-things.ts'

const PEOPLE = 300

/** Creates and deletes dynamic and static cohorts, and changes the criteria of a cohort that flags depend on. */
export function editCohorts({ cohortIds }: SharedThings): Activity {
  return (traffic) => async () => {
    const shared = `${COHORTS}${cohortIds[randomInt(cohortIds.length)]}/`
    const filters = planIs(randomInt(2) === 0 ? 'pro' : 'free')
    await traffic.manage({ method: 'PATCH', path: shared, body: { filters }, expected: [200] })
    const body = { name: randomUUID(), is_static: true }
    const made = await traffic.manage({ path: COHORTS, body, expected: [201] })
    if (!made) return
    const path = `${COHORTS}${made.body.id}/`
    const members = { distinct_ids: Array.from({ length: 50 }, () => `user-${randomInt(PEOPLE)}`) }
    await traffic.manage({ path: `${path}add_persons_to_static_cohort/`, body: members, expected: [200] })
    while (!(await traffic.manage({ method: 'PATCH', path, body: { deleted: true }, expected: [200] })));
  }
}

/** Changes stored users, and counts how many of them match a condition. */
export const countPersons: Activity = (traffic) => async () => {
  const { projectToken: token } = traffic
  const distinct_id = `user-${randomInt(PEOPLE)}`
  const $set = { plan: randomInt(2) === 0 ? 'pro' : 'free' }
  await traffic.send({ path: '/engage/', body: { token, distinct_id, $set }, expected: [200] })
  const condition = { properties: [{ key: 'plan', value: 'pro', operator: 'exact', type: 'person' }] }
  const path = `${FLAGS}user_blast_radius/`
  await traffic.manage({ path, body: { condition }, expected: [200] })
  await traffic.manage({ path: `${PERSONS}?limit=20`, expected: [200] })
}
