import { entered, type Session } from '../../session.ts'

/** Returns the organization of the open project, as a path parameter of calls. */
export function inOrganization() {
  return { organization_id: entered.value?.organization.id ?? '@current' }
}

export function organizationName(): string {
  return entered.value?.organization.name ?? ''
}

/** Returns the level of the signed-in user in the organization. */
export function ownLevel(): number {
  return entered.value?.organization.level ?? 0
}

export function nameOf(user: Pick<Session['user'], 'first_name' | 'last_name' | 'email'>): string {
  return [user.first_name, user.last_name].filter(Boolean).join(' ') || user.email
}

/** Lists are loaded in one page of the maximum size. */
export const PAGE = '500'
