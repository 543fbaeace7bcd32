import { applyImport, DomainError, exportProject, ImportRefused, type JsonObject, planImport } from '@flagdeck/core'
import { isJsonObject, openProject } from '@flagdeck/core/operations'
import type { Actor } from './actors.ts'
import type { Draw } from './draw.ts'
import { type ProtectedWorld, planIs } from './protected-world.ts'

type EmbeddedOperation = (actor: Actor, draw: Draw, world: ProtectedWorld) => Promise<unknown>

/** Writing operations without an endpoint. Actors without a user cannot run them. */
export const EMBEDDED_OPERATIONS: Readonly<Record<string, EmbeddedOperation>> = {
  planImport: (actor, draw, world) => importing(actor, draw, world, planImport),
  applyImport: (actor, draw, world) => importing(actor, draw, world, applyImport),
}

async function importing(
  { person }: Actor,
  draw: Draw,
  { api, project }: ProtectedWorld,
  run: typeof planImport,
): Promise<string> {
  if (!person) return 'refused'
  const { context } = api.deck
  const exported = JSON.parse(JSON.stringify(await exportProject(await openProject(context, project.id))))
  try {
    const ctx = (await api.deck.as(person.user).project(project.id)).context
    await run(ctx, changed(exported, draw), { prune: draw.chance() })
    return 'done'
  } catch (error) {
    if (error instanceof DomainError || error instanceof ImportRefused) return 'refused'
    throw error
  }
}

/** The exported project with one change. */
function changed(document: JsonObject, draw: Draw): JsonObject {
  const section = draw.from(['flags', 'cohorts', 'dashboards'] as const)
  const entries = document[section]
  if (!Array.isArray(entries)) throw new Error(`the export has no ${section}`)
  const index = draw.below(entries.length + 1)
  const fields = draw.from(CHANGES[section])
  // If the index is out of range, one entry is left out, for imports that prune.
  const rest = entries.flatMap((entry, at) => {
    if (index === entries.length) return at === 0 ? [] : [entry]
    return [at === index && isJsonObject(entry) ? { ...entry, ...fields } : entry]
  })
  return { ...document, [section]: rest }
}

const CHANGES: Readonly<Record<'flags' | 'cohorts' | 'dashboards', readonly JsonObject[]>> = {
  flags: [{ active: false }, { name: 'changed' }, { filters: { groups: [{ rollout_percentage: 0 }] } }],
  cohorts: [{ name: 'changed' }, { filters: planIs('none') }, { description: 'changed' }],
  dashboards: [{ tiles: [] }, { description: 'changed' }, { restriction_level: 21 }],
}
