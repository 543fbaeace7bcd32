import type { Flagdeck } from '@flagdeck/core'

/** Data of a deck and a project, and the contexts for operations that are called directly. */
const NOT_METHODS = [
  'deck.context',
  'project.context',
  'project.project',
  'organization.context',
  'organization.organization',
]

/** The paths of all methods of a deck, such as `project.flags.create`. */
export async function deckMethods(deck: Flagdeck): Promise<readonly string[]> {
  const places = { deck, project: await deck.project(), organization: await deck.organization() }
  return Object.entries(places).flatMap(([name, place]) => methodsIn(place, name))
}

function methodsIn(place: object, path: string): readonly string[] {
  return Object.entries(place).flatMap(([name, value]) => {
    const inner = `${path}.${name}`
    if (NOT_METHODS.includes(inner)) return []
    if (typeof value === 'function') return [inner, ...methodsIn(value, inner)]
    return typeof value === 'object' && value !== null ? methodsIn(value, inner) : []
  })
}
