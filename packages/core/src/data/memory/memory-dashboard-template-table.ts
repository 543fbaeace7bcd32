import { compareText } from '../../foundation/lists/compare-text.ts'
import { templateBytes } from '../records/dashboard-size.ts'
import type { DashboardTemplate } from '../records/dashboard-template.ts'
import type { DashboardTemplateTable } from '../tables/dashboard-template-table.ts'
import { type DashboardTemplateRow, templateNameKey } from './dashboard-rows.ts'
import { type MemoryContext, referenced } from './memory-context.ts'
import type { MemoryState } from './memory-state.ts'
import { knownOptionalUserId, optionalUserOf } from './memory-user-table.ts'

export function memoryDashboardTemplateTable({ state }: MemoryContext): DashboardTemplateTable {
  const { dashboardTemplates } = state
  const rowWithId = (projectId: number, templateId: string): DashboardTemplateRow | undefined => {
    const row = dashboardTemplates.get(templateId)
    return row?.projectId === projectId ? row : undefined
  }
  const liveOf = (projectId: number) => dashboardTemplates.of('project', projectId).filter(({ deleted }) => !deleted)
  return {
    async find(projectId, templateId) {
      const row = rowWithId(projectId, templateId)
      return row && withCreator(state, row)
    },
    async findLiveByName(projectId, templateName) {
      const key = templateNameKey(projectId, templateName)
      const row = dashboardTemplates.holderOf('dashboard_templates_live_name', key)
      return row && withCreator(state, row)
    },
    async list(projectId) {
      return liveOf(projectId)
        .sort(byName)
        .map((row) => withCreator(state, row))
    },
    async listOutlines(projectId) {
      return liveOf(projectId)
        .sort(byName)
        .map((row) => {
          const { id, templateName, scope, isFeatured } = row
          return { id, templateName, scope, isFeatured, bytes: templateBytes(row) }
        })
    },
    async findMany(projectId, templateIds) {
      const rows = [...new Set(templateIds)].flatMap((id) => rowWithId(projectId, id) ?? [])
      return rows.sort(byName).map((row) => withCreator(state, row))
    },
    countLive: async (projectId) => liveOf(projectId).length,
    async insert(template) {
      referenced(state.projects.get(template.projectId), `project ${template.projectId}`)
      dashboardTemplates.insert(rowOf(state, template))
    },
    async update(template) {
      const stored = rowWithId(template.projectId, template.id)
      if (!stored) return
      const { createdAt, createdById } = stored
      dashboardTemplates.replace({ ...rowOf(state, template), createdAt, createdById })
    },
  }
}

function rowOf(state: MemoryState, { createdBy, ...template }: DashboardTemplate): DashboardTemplateRow {
  return { ...template, createdById: knownOptionalUserId(state, createdBy) }
}

function withCreator(state: MemoryState, { createdById, ...template }: DashboardTemplateRow): DashboardTemplate {
  return { ...template, createdBy: optionalUserOf(state, createdById) }
}

function byName(a: DashboardTemplateRow, b: DashboardTemplateRow): number {
  return compareText(a.templateName, b.templateName) || compareText(a.id, b.id)
}
