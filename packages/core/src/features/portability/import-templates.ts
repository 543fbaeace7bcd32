import { type JsonObject, withoutUndefined } from '../../foundation/json/json-value.ts'
import { createTemplate, updateTemplate } from '../dashboards/templates/change-template.ts'
import type { CreateTemplateInput, UpdateTemplateInput } from '../dashboards/templates/template-input.ts'
import type { TemplateEntry } from './export-document.ts'
import { changedFields, fieldDifferences } from './field-differences.ts'
import type { ImportRun } from './import-run.ts'

/** The names of the fields that operations take unchanged: in documents, and in their input. */
const INPUT_FIELDS = {
  template_name: 'templateName',
  dashboard_description: 'dashboardDescription',
  dashboard_filters: 'dashboardFilters',
  tags: 'tags',
  tiles: 'tiles',
  variables: 'variables',
  image_url: 'imageUrl',
  scope: 'scope',
  is_featured: 'isFeatured',
} as const satisfies { readonly [Field in keyof TemplateEntry]: keyof UpdateTemplateInput }

export async function importTemplates(run: ImportRun): Promise<void> {
  const found = new Map(run.contents.templates.map((template) => [template.templateName, template]))
  const current = new Map(run.current.dashboard_templates.map((entry) => [entry.template_name, entry]))
  for (const entry of run.wanted.sections.dashboard_templates ?? []) {
    const name = String(entry.fields.template_name)
    const there = found.get(name)
    if (!there) {
      run.change('create', 'dashboard_template', name)
      // Validated by the operation.
      await run.attempt(entry, () => createTemplate(run.ctx, templateInput(entry.fields) as CreateTemplateInput))
      continue
    }
    const differences = fieldDifferences({ ...current.get(name) }, withTags(entry.fields))
    const changed = changedFields(differences)
    if (changed.size === 0) run.keep()
    else {
      run.change('update', 'dashboard_template', name, differences)
      const sent = Object.fromEntries(Object.entries(entry.fields).filter(([field]) => changed.has(field)))
      await run.attempt(entry, () => updateTemplate(run.ctx, there.id, templateInput(sent)))
    }
  }
}

function templateInput(fields: JsonObject): UpdateTemplateInput {
  const input = Object.entries(INPUT_FIELDS).map(([field, name]) => [name, fields[field]])
  return withoutUndefined(Object.fromEntries(input)) as UpdateTemplateInput // validated by the operation
}

/** Returns tags in their stored form; other fields are stored as they are sent. */
function withTags(fields: JsonObject): JsonObject {
  const { tags } = fields
  if (!Array.isArray(tags)) return fields
  const names = tags.map((tag) => String(tag).trim().toLowerCase()).filter((tag) => tag !== '')
  return { ...fields, tags: [...new Set(names)] }
}

export async function deleteSurplusTemplates(run: ImportRun): Promise<void> {
  const wanted = run.wanted.sections.dashboard_templates
  if (!wanted) return
  const kept = new Set(wanted.map(({ fields }) => fields.template_name))
  for (const { id, templateName } of run.contents.templates.filter((each) => !kept.has(each.templateName))) {
    await run.surplus('dashboard_template', templateName, () => updateTemplate(run.ctx, id, { deleted: true }))
  }
}
