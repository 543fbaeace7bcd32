import { flagdeckRoutes } from '../src/api/flagdeck-application.ts'
import type { Endpoint } from '../src/rest/endpoint.ts'
import { HARMLESS_PARAMETERS, type ParameterUse, parameterUse } from '../src/rest/list-parameters.ts'
import { POSTHOG_LIST_PARAMETERS } from './posthog-list-parameters.ts'

/** Every endpoint that answers a list, by path. */
export const LISTS: readonly Endpoint[] = flagdeckRoutes
  .map(({ endpoint }) => endpoint)
  .filter(({ list }) => list)
  .toSorted((a, b) => a.path.localeCompare(b.path, 'en'))

/** The use of each parameter of a list: its own, and those that PostHog documents. */
export function usesOf(endpoint: Endpoint): ReadonlyMap<string, ParameterUse> {
  const documented = Object.keys(POSTHOG_LIST_PARAMETERS[endpoint.operationId] ?? {})
  const names = new Set([...Object.keys(endpoint.query?.shape ?? {}), ...documented])
  return new Map([...names].toSorted().map((name) => [name, parameterUse(endpoint, name)]))
}

/** docs/reference/list-parameters.md. `pnpm generate` writes it. */
export function listParametersDocument(): string {
  return `${[INTRODUCTION, listTable(), HARMLESS, harmlessTable()].join('\n\n')}\n`
}

function listTable(): string {
  const rows = LISTS.map((endpoint) => {
    const uses = usesOf(endpoint)
    const named = (use: ParameterUse) =>
      [...uses].flatMap(([name, each]) => (each === use ? [`\`${name}\``] : [])).join(', ')
    const { method, path, operationId } = endpoint
    return `| \`${method} ${path}\` (\`${operationId}\`) | ${named('honoured')} | ${named('rejected')} | ${named('harmless')} |`
  })
  return [
    '| list | honoured | of PostHog, rejected | of PostHog, harmless |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

function harmlessTable(): string {
  const rows = Object.entries(HARMLESS_PARAMETERS).map(([name, reason]) => `| \`${name}\` | ${reason} |`)
  return ['| parameter | why it is harmless |', '| --- | --- |', ...rows].join('\n')
}

const INTRODUCTION = `# Query parameters of lists

<!-- Written by \`pnpm generate\` from packages/http/src/api/endpoints and packages/http/scripts/posthog-list-parameters.ts; do not edit. -->

A list never ignores a filter ([HTTP-100](../behaviour/http.md)). Each query parameter is one of these:

- honoured: the list is filtered, ordered or paged by it;
- rejected: the response is 400, \`validation_error\`, with the parameter in \`attr\`;
- harmless: it changes nothing about which items the list has.

The table names the parameters of each list, and those that PostHog documents for it. Every other parameter is rejected. Endpoints of SDKs, such as \`/flags\`, \`/decide\` and \`/array\`, are no lists: they take any parameter.`

const HARMLESS = `## Harmless parameters

Every list takes these.`
