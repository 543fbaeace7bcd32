import { RECORDED_CLIENTS, type RecordedClient } from '../test/clients/recorded-clients.ts'

const HEAD = `# Clients by language

OpenFeature's and GO Feature Flag's providers that evaluate on the server, as their public sources send and read OFREP. A test sends these requests and checks each response against the fields that the client requires (PROTO-75). Programs that \`npm test\` runs themselves are in [published clients](published-clients.md). The list is generated from the table of that test.

All of them send \`POST {address}/ofrep/v1/evaluate/flags/{key}\` with \`{ "context": { "targetingKey": …, … } }\`. Where a client ignores the path of the address, the service has to be at the root of its host.

| client | protocol | what it sends | what it requires | what works |
| --- | --- | --- | --- | --- |
`

/** The text of docs/reference/clients-by-language.md. */
export function clientsDocument(): string {
  return `${HEAD}${RECORDED_CLIENTS.map(rowOf).join('')}`
}

function rowOf(client: RecordedClient): string {
  const cells = [
    `${client.language}: \`${client.name}\` ([source](https://github.com/${client.source}))`,
    'OFREP, one flag at a time',
    `${CREDENTIALS[client.credential]}, \`Content-Type: ${client.contentType}\`${client.keepsBasePath ? '' : '; ignores the path of the address'}`,
    requirements(client),
    `values of every kind; a disabled flag is ${client.disabled === 'value' ? '`false`' : 'the default'}; without a value it ${MISSING[client.missing]}.${client.notes ? ` ${client.notes}` : ''}`,
  ]
  return `| ${cells.join(' | ')} |\n`
}

function requirements({ requires, requiresOfRefusals }: RecordedClient): string {
  return `${listed(requires)}; of refusals ${listed(requiresOfRefusals)}`
}

function listed(fields: readonly string[]): string {
  return fields.length === 0 ? 'nothing' : fields.map((field) => `\`${field}\``).join(', ')
}

const CREDENTIALS = {
  bearer: '`Authorization: Bearer` with the key',
  'x-api-key': '`X-API-Key` with the key',
  custom: 'the headers that the application sets, such as `Authorization: Bearer phc_…`',
} as const satisfies Record<RecordedClient['credential'], string>

const MISSING = {
  default: 'returns the default',
  zero: 'returns the zero value of the type',
  error: 'raises an error, so that the SDK returns the default',
} as const satisfies Record<RecordedClient['missing'], string>
