import { authorize } from '../../../runtime/access/authorize.ts'
import { authorizeMember } from '../../../runtime/access/project-access.ts'
import { writeStore } from '../../../runtime/change-project.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { describeInsight, type InsightDetails } from './insight-details.ts'
import { checkInsight, type InsightInput } from './insight-input.ts'
import { placeInsight } from './place-insight.ts'
import { insertInsight } from './save-insight.ts'

/** Creates an insight, and shows it on the dashboards that the input names. */
export async function createInsight(ctx: ProjectContext, input: InsightInput): Promise<InsightDetails> {
  authorize(ctx.actor, 'insight:write')
  const { fields, dashboardIds = [] } = checkInsight(input)
  return writeStore(ctx, async (tx) => {
    const access = await authorizeMember(tx, ctx)
    const insight = await insertInsight(tx, ctx, { name: null, description: '', query: null, ...fields })
    await placeInsight(tx, ctx, access, insight.id, { before: [], after: dashboardIds })
    return describeInsight(tx, ctx, insight, access)
  })
}
