import type { ProjectContext } from '../../runtime/context.ts'

const FIRST_IDS = Array.from({ length: 60 }, (_, index) => index + 1)
const ALL = { limit: 1000, offset: 0 }

/** Returns all stored data about dashboards of a small project, and the flags that reference them. */
export async function storedState({ store, project }: Pick<ProjectContext, 'store' | 'project'>) {
  return store.read(async (tx) => ({
    dashboards: await tx.dashboards.findMany(project.id, FIRST_IDS),
    tiles: (await Promise.all(FIRST_IDS.map((id) => tx.tiles.ofDashboard(project.id, id)))).flat(),
    texts: await tx.textCards.findMany(project.id, FIRST_IDS),
    insights: await tx.insights.findMany(project.id, FIRST_IDS),
    templates: await tx.dashboardTemplates.list(project.id),
    collaborators: (
      await Promise.all(FIRST_IDS.map((id) => tx.dashboardCollaborators.ofDashboard(project.id, id)))
    ).flat(),
    flags: await tx.flags.changedSince(project.id, 0),
    version: (await tx.projects.versions([project.id])).get(project.id)?.version,
    activity: [
      await tx.activity.list(project.id, { scope: 'Dashboard' }, ALL),
      await tx.activity.list(project.id, { scope: 'Insight' }, ALL),
      await tx.activity.list(project.id, { scope: 'FeatureFlag' }, ALL),
    ],
  }))
}
