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
  return ['| code | meaning | what to do |', '| --- | --- | --- |', ...rows].join('\n')
}

function tableWithStatus(codes: Readonly<Record<string, CodeMeaning & { readonly kind: ProblemKind }>>): string {
  const rows = Object.entries(codes).map(
    ([code, { kind, meaning, action }]) => `| \`${code}\` | ${statusOf(kind)} | ${meaning} | ${action} |`,
  )
  return ['| code | status | meaning | what to do |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

const INTRODUCTION = `# Error codes

<!-- Written by \`pnpm generate\` from packages/core/src/foundation/errors/error-codes.ts and similar files in packages/http; do not edit. -->

Programs depend on \`code\`, the reason for an error. \`detail\` is a message for the person who must act, and \`attr\` names the wrong field. The \`code\` of a \`DomainError\` in process has the same values, with two exceptions: it has no \`cross_field.\` prefix, and \`structural.<path>.<problem>\` is only the problem, as in this table or \`invalid_payload_json\`. The place is in \`path\` ([EMBED-48](behaviour/embedding.md)).

\`\`\`json
{
  "type": "validation_error",
  "code": "unique",
  "detail": "There is already a feature flag with this key.",
  "attr": "key"
}
\`\`\`

If an input breaks several rules, the response reports the first, and \`extra.errors\` lists all of them. The [rules](behaviour/http.md) define the status for each \`type\`.`

const INPUT = `## Invalid input

Status 400, \`type\` \`validation_error\`. For a body that cannot be parsed, see \`parse_error\` below. Most endpoints reject unknown fields and suggest the closest known field; [HTTP-109](behaviour/http.md) lists the exceptions. In process, the \`kind\` of the error is \`validation\`.`

const REFUSAL = '## Other errors'

const OFREP = `## OFREP

Responses under \`/ofrep/\` have the format of that protocol: \`errorCode\` contains the reason, and \`errorDetails\` the message. Unknown paths and methods return 404 and 405 in the usual format.`
