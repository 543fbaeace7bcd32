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
    `\`${name}\`: a list, in the order of \`${IDENTITY_FIELDS[name as SectionName]}\`.`,
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

What \`flagdeck export\` writes and \`flagdeck import\` reads: a project as JSON, to keep beside the code, to review, and to bring into another project. The [rules](behaviour/portability.md) say what import does with it; this page says what each field means.

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

\`flagdeck_export\` is the version of the format and has to be there. Everything else may be left out: a section or a field that is missing is left as it is, and takes its usual value when something is created. What a field may hold is what the API takes for it. A field that nobody knows is refused.

An export has every section and every field, keys in alphabetical order, lists in an order of their own, two spaces for each level: the same project makes the same bytes. It has no ids, no times, no versions, no people, no tokens and no counts, and nothing that was deleted.`

const REFERENCES = `## References

Where the API has ids, a document has names.

| in | the API says | a document says |
| --- | --- | --- |
| a filter on a flag | \`"key": "12"\` | \`"key": "new-checkout"\` |
| a filter on a cohort | \`"value": 7\` | \`"value": "Beta testers"\` |
| a filter or condition set on groups | \`"group_type_index": 1\`, \`"aggregation_group_type_index": 1\` | \`"group_type": "company"\`, \`"aggregation_group_type": "company"\` |
| a flag | access of roles by their ids | \`"roles": ["Engineering"]\` |
| a flag | \`"analytics_dashboards": [3]\` | \`"analytics_dashboards": ["Numbers"]\` |

Names of cohorts and dashboards may be given twice. The first of a name is known by it alone, the second as \`{ "name": "Beta testers", "number": 2 }\`, in the order in which they were made.

An encrypted payload stands in the document as \`"********* (encrypted)"\`, which import takes for "as it is". With \`--with-secrets\` it stands there in clear.
`
