import { allInOrder } from '../../../foundation/lists/all-in-order.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import { authorizeMember } from '../../../runtime/access/project-access.ts'
import { writeStore } from '../../../runtime/change-project.ts'
import { claimDashboard } from '../../../runtime/claim-growth.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { type DashboardDetails, describeDashboard } from '../dashboard-details.ts'
import { type CreateFromTemplateInput, checkCreateFromTemplate } from '../dashboard-input.ts'
import { buildFromTemplate } from './build-from-template.ts'
import { checkTemplate } from './check-template.ts'

/** Creates a dashboard from the JSON of a template. If it fails, nothing is stored (DASH-71). */
export async function createDashboardFromTemplate(
  ctx: ProjectContext,
  input: CreateFromTemplateInput,
): Promise<DashboardDetails> {
  authorize(ctx.actor, 'dashboard:write')
  const { fields, template } = checkCreateFromTemplate(input)
  const checked = checkTemplate(template)
  return writeStore(ctx, async (tx) => {
    const [access] = await allInOrder([authorizeMember(tx, ctx), claimDashboard(tx, ctx)])
    return describeDashboard(tx, ctx, await buildFromTemplate(tx, ctx, checked, fields), access)
  })
}
