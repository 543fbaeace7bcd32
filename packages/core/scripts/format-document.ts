import { IDENTITY_FIELDS, PROJECT_FIELDS, SECTION_FIELDS } from '../src/features/portability/document-fields.ts'
import { EXPORT_VERSION, type SectionName } from '../src/features/portability/export-document.ts'

const TITLES: Readonly<Record<SectionName, string>> = {
  roles: 'Roles',
  cohorts: 'Cohorts',
  flags: 'Flags',
  dashboards: 'Dashboards',
  dashboard_templates: 'Dashboard templates',
}

/** docs/export-format.md. `pnpm generate` writes it. */
export function formatDocument(): string {
  const sections = Object.entries(SECTION_FIELDS).flatMap(([name, fields]) => [
    `## ${TITLES[name as SectionName]}`, // a key of SECTION_FIELDS
    `\`${name}\`: a list, sorted by \`${IDENTITY_FIELDS[name as SectionName]}\`.`,
    fieldTable(fields),
  ])
  return [
    INTRODUCTION,
    '## Project',
    '`project`: an object.',
    fieldTable(PROJECT_FIELDS),
    ...sections,
    REFERENCES,
  ].join('\n\n')
}

function fieldTable(fields: Readonly<Record<string, string>>): string {
  const rows = Object.entries(fields).map(([field, meaning]) => `| \`${field}\` | ${meaning} |`)
  return ['| field | meaning |', '| --- | --- |', ...rows].join('\n')
}

const INTRODUCTION = `# The export format

<!-- Written by \`pnpm generate\` from packages/core/src/features/portability; do not edit. -->

\`flagdeck export\` writes this format, and \`flagdeck import\` reads it: a project as JSON. You can store it with your code, review it, and import it into another project. This page explains each field; the [rules](behaviour/portability.md) define the behaviour of import.

\`\`\`json
{
  "flagdeck_export": ${EXPORT_VERSION},
  "flags": [
    {
      "active": true,
      "filters": { "groups": [{ "properties": [], "rollout_percentage": 25 }] },
      "key": "new-checkout",
      "tags": ["checkout"]
    }
  ]
}
\`\`\`

\`flagdeck_export\` is the version of the format, and is required. Everything else is optional. Import does not change missing sections and fields; when it creates an entry, missing fields get their defaults. Fields accept the same values as in the API. Unknown fields are refused.

An export contains all sections and fields. Keys are in alphabetical order, each list has a fixed order, and each level is indented by two spaces. Exports of the same project are therefore identical to the byte. An export contains no ids, times, versions, users, tokens or counts, and nothing that was deleted.`

const REFERENCES = `## References

A document has names in the places where the API has ids.

| place | API | document |
| --- | --- | --- |
| a filter on a flag | \`"key": "12"\` | \`"key": "new-checkout"\` |
| a filter on a cohort | \`"value": 7\` | \`"value": "Beta testers"\` |
| a filter or condition set on groups | \`"group_type_index": 1\`, \`"aggregation_group_type_index": 1\` | \`"group_type": "company"\`, \`"aggregation_group_type": "company"\` |
| a flag | role access, with ids of roles | \`"roles": ["Engineering"]\` |
| a flag | \`"analytics_dashboards": [3]\` | \`"analytics_dashboards": ["Numbers"]\` |

Several cohorts or dashboards can have the same name. The first one is referenced by its name alone, the second one by \`{ "name": "Beta testers", "number": 2 }\`, in the order of their creation.

An encrypted payload is \`"********* (encrypted)"\` in the document, and import does not change such a payload. With \`--with-secrets\` the document contains payloads in clear text.
`
