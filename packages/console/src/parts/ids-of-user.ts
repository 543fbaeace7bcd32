import { call } from '../api/call.ts'
import { openProject } from '../session.ts'

const MAX_WITH_EMAIL = 100

/**
 * Returns the distinct ids that a typed text means: the text, or the ids of the stored users with this e-mail. An
 * e-mail that is the id of a stored user, or that no user has, is an id (CONSOLE-281).
 */
export async function idsOfUser(typed: string): Promise<readonly string[]> {
  if (!typed.includes('@')) return [typed]
  const query = { search: typed, limit: String(MAX_WITH_EMAIL) }
  const { results } = await call('listPersons', { params: { project_id: openProject().id }, query })
  const ids = results.filter(({ properties }) => hasEmail(properties, typed)).map((person) => person.distinct_id)
  const isId = ids.length === 0 || results.some((person) => person.distinct_id === typed)
  return isId ? [typed] : ids
}

function hasEmail({ email }: Readonly<Record<string, unknown>>, typed: string): boolean {
  return typeof email === 'string' && email.toLowerCase() === typed.toLowerCase()
}
