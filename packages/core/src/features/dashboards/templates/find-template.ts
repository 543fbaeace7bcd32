import type { ReadTransaction } from '../../../data/store.ts'
import { invalidInput } from '../../../foundation/errors/domain-error.ts'
import { clip } from '../../../foundation/validation/clip.ts'
import { violation } from '../../../foundation/validation/violation.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { BUILT_IN_TEMPLATES, DEFAULT_TEMPLATE } from './built-in-templates.ts'
import { type CheckedTemplate, checkTemplate } from './check-template.ts'
import { templateDocument } from './template-document.ts'

/** Clients request the first dashboard of a project by these names. */
const DEFAULT_NAMES: ReadonlySet<string> = new Set(['DEFAULT_APP', 'Product analytics'])

/** Returns the template that `useTemplate` names: one of the project, or else a built-in one (DASH-74). */
export async function findTemplate(
  tx: ReadTransaction,
  ctx: Pick<ProjectContext, 'project'>,
  name: string,
): Promise<CheckedTemplate> {
  const stored = await tx.dashboardTemplates.findLiveByName(ctx.project.id, name)
  const template = stored ?? BUILT_IN_TEMPLATES.find((each) => each.templateName === name)
  if (template) return checkTemplate(templateDocument(template), undefined, true)
  if (DEFAULT_NAMES.has(name)) return checkTemplate(templateDocument(DEFAULT_TEMPLATE))
  throw invalidInput([violation('useTemplate', 'invalid_input', `Invalid template provided: ${clip(name)}`)])
}
