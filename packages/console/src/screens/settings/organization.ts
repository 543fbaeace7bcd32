import { entered, type Session } from '../../session.ts'
import { settings } from '../../text/settings.ts'

/** The organization whose project is open, as calls name it. */
export function inOrganization() {
  return { organization_id: entered.value?.organization.id ?? '@current' }
}

export function organizationName(): string {
  return entered.value?.organization.name ?? ''
}

/** The level of the signed-in person in it. */
export function ownLevel(): number {
  return entered.value?.organization.level ?? 0
}

export function nameOf(user: Pick<Session['user'], 'first_name' | 'last_name' | 'email'>): string {
  return [user.first_name, user.last_name].filter(Boolean).join(' ') || user.email
}

/** Lists are asked for whole, as far as one answer holds. */
export const PAGE = '500'

/** Says when a list is longer than what is shown of it. */
export function cut({ count, results }: { readonly count: number; readonly results: readonly unknown[] }) {
  return count > results.length ? settings.shown(results.length, count) : null
}
