import { type CodeMeaning, REFUSAL_CODES } from '@flagdeck/core/operations'
import { OFREP_ERROR_CODES } from '../src/api/wire/ofrep-error-codes.ts'
import { HTTP_CODES, VALIDATION_CODES } from '../src/rest/error-codes.ts'
import { type ProblemKind, statusOf } from '../src/rest/problem.ts'

/** docs/errors.md. `pnpm generate` writes it. */
export function errorsDocument(): string {
  return `${[
    INTRODUCTION,
    INPUT,
    table(VALIDATION_CODES),
    REFUSAL,
    tableWithStatus({ ...REFUSAL_CODES, ...HTTP_CODES }),
    OFREP,
    table(OFREP_ERROR_CODES),
  ].join('\n\n')}\n`
}

function table(codes: Readonly<Record<string, CodeMeaning>>): string {
  const rows = Object.entries(codes).map(([code, { meaning, action }]) => `| \`${code}\` | ${meaning} | ${action} |`)
  return ['| code | what it means | what to do |', '| --- | --- | --- |', ...rows].join('\n')
}

function tableWithStatus(codes: Readonly<Record<string, CodeMeaning & { readonly kind: ProblemKind }>>): string {
  const rows = Object.entries(codes).map(
    ([code, { kind, meaning, action }]) => `| \`${code}\` | ${statusOf(kind)} | ${meaning} | ${action} |`,
  )
  return ['| code | status | what it means | what to do |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

const INTRODUCTION = `# Error codes

<!-- Written by \`pnpm generate\` from packages/core/src/foundation/errors/error-codes.ts and its like in packages/http; do not edit. -->

What a refusal says in \`code\`, which is what a program looks at. \`detail\` is for the person who must act; \`attr\` names the field that is wrong. In process, \`code\` of a \`DomainError\` has the same codes, except for two kinds: \`cross_field.\` is missing, and of \`structural.<path>.<problem>\` it has the problem alone, by its name in this table or \`invalid_payload_json\`. The place is in \`path\` ([EMBED-48](behaviour/embedding.md)).

\`\`\`json
{
  "type": "validation_error",
  "code": "unique",
  "detail": "There is already a feature flag with this key.",
  "attr": "key"
}
\`\`\`

Where an input breaks several rules, the first is told so, and \`extra.errors\` has them all. The [rules](behaviour/http.md) say which status goes with which \`type\`.`

const INPUT = `## An input that is wrong

Status 400, \`type\` \`validation_error\`. A body that cannot be read at all is \`parse_error\`, further down; a field that the API does not know is ignored, not refused. In process, the \`kind\` of the error is \`validation\`.`

const REFUSAL = '## Everything else'

const OFREP = `## OFREP

Answers under \`/ofrep/\` have the form of that protocol: the reason is in \`errorCode\`, the text in \`errorDetails\`.`
