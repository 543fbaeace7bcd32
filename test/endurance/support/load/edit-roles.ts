import { randomInt, randomUUID } from 'node:crypto'
import type { Activity } from './activity.ts'
import { FLAGS, ROLES } from './paths.ts'
import type { SharedThings } from './shared-things.ts'

/** Creates roles with flags and members, and deletes them, while other clients change them. */
export function editRoles({ flagIds }: SharedThings): Activity {
  return (traffic) => {
    let userUuid: string | undefined
    return async () => {
      userUuid ??= String((await traffic.manage({ path: '/api/users/@me/', expected: [200] }))?.body.uuid)
      const made = await traffic.manage({ path: ROLES, body: { name: randomUUID() }, expected: [201] })
      if (!made) return
      const path = `${ROLES}${made.body.id}/`
      const access = `${FLAGS}${flagIds[randomInt(flagIds.length)]}/role_access/`
      await Promise.all([
        traffic.manage({ path: `${path}role_memberships/`, body: { user_uuid: userUuid }, expected: [201] }),
        traffic.manage({ path: access, body: { role_id: String(made.body.id) }, expected: [201] }),
      ])
      while (!(await traffic.manage({ method: 'DELETE', path, expected: [204, 404] })));
    }
  }
}
