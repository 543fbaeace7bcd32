import { randomInt, randomUUID } from 'node:crypto'
import type { Activity } from './activity.ts'
import { FLAGS } from './paths.ts'
import { type SharedThings, sharedFilters } from './shared-things.ts'

/** Creates and deletes flags, some with a usage dashboard. */
export const makeFlags: Activity = (traffic) => {
  let n = 0
  return async () => {
    const key = `own-${randomUUID()}`
    const body = { key, filters: { groups: [{ rollout_percentage: 50 }] } }
    const made = await traffic.manage({ path: FLAGS, body, expected: [201] })
    if (!made) return
    const path = `${FLAGS}${made.body.id}/`
    await traffic.manage({ method: 'PATCH', path, body: { name: 'changed', tags: ['load'] }, expected: [200] })
    if (n++ % 4 === 0) await traffic.manage({ method: 'POST', path: `${path}dashboard/`, expected: [200] })
    await traffic.manage({ method: 'PATCH', path, body: { key: `${key}-2` }, expected: [200] })
    // Repeated until there is a response, so that flags do not accumulate.
    while (!(await traffic.manage({ method: 'PATCH', path, body: { deleted: true }, expected: [200] })));
  }
}

/** Changes the same flags from several clients: conflicts are reported, and nothing else fails. */
export function editFlags({ flagIds, cohortIds }: SharedThings): Activity {
  return (traffic) => async () => {
    const n = randomInt(flagIds.length)
    const path = `${FLAGS}${flagIds[n]}/`
    const read = await traffic.manage({ path, expected: [200] })
    if (!read) return
    const { version = null, name = null, filters = null } = read.body
    const changed = sharedFilters(randomInt(101), cohortIds[n] ?? null)
    const body = { filters: changed, version, original_flag: { version, name, filters } }
    await traffic.manage({ method: 'PATCH', path, body, expected: [200, 409] })
    const headers = { 'if-match': read.headers.get('etag') ?? '' }
    await traffic.manage({ method: 'PATCH', path, headers, body: { name: randomUUID() }, expected: [200, 412] })
    await traffic.manage({ path: `${path}activity/?limit=5`, expected: [200] })
  }
}

/** Gives and removes access to shared flags, from several clients concurrently. */
export function editAccess({ flagIds, roleIds }: SharedThings): Activity {
  return (traffic) => async () => {
    const path = `${FLAGS}${flagIds[randomInt(flagIds.length)]}/role_access/`
    const role_id = roleIds[randomInt(roleIds.length)] ?? ''
    const given = await traffic.manage({ path, body: { role_id }, expected: [201, 400] })
    const listed = await traffic.manage({ path, expected: [200] })
    const id = given?.body.id ?? firstId(listed?.body.results)
    if (id === undefined) return
    await traffic.manage({ method: 'DELETE', path: `${path}${id}/`, expected: [204, 404] })
  }
}

function firstId(list: unknown): number | undefined {
  // A list of entries, each with its id.
  return (list as readonly { readonly id: number }[] | undefined)?.[0]?.id
}
