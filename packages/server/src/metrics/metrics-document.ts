import { type MetricObject, Registry } from 'prom-client'
import { metricsIn } from './server-metrics.ts'

/** Returns the page that lists every metric, in Markdown. */
export function metricsDocument(): string {
  return `${INTRODUCTION}\n${[HEAD, RULE, ...everyMetric().map(row)].map(line).join('\n')}\n`
}

const INTRODUCTION = `<!-- Written by \`pnpm generate\` from packages/server/src/metrics; edit that. -->
# Metrics

\`/metrics\` reports these metrics of one instance in the Prometheus text format. By default, it is served only if
the server listens on a loopback address and \`TRUST_PROXY\` is off; \`FLAGDECK_METRICS=on\` always serves it. It contains
project ids, so keep it inside your network. It also contains the metrics of prom-client for the process and Node:
\`process_*\` and \`nodejs_*\`. Labels are route templates, project ids and words from short lists, never values from clients.

The [operating guide](guides/operate.md) lists the metrics to watch and how to react.
`

const HEAD = ['metric', 'type', 'labels', 'meaning']
const RULE = HEAD.map(() => '---')

type DescribedMetric = Pick<MetricObject, 'name' | 'help' | 'type'> & { readonly labelNames?: readonly string[] }

/** Returns all metrics of a server with every optional part. */
function everyMetric(): readonly DescribedMetric[] {
  const registry = new Registry()
  const metrics = metricsIn(registry, { version: '', node: '', store: '' })
  const bus = { connected: true, lagMs: null }
  const sharedDefinitions = { hits: 0, misses: 0 }
  const loads = { done: 0, failed: 0 }
  // Bound: is as large as nothing, being never filled
  const none = { versions: new Map(), flags: 0, ageMs: null }
  metrics.observe({
    snapshots: () => ({ ...none, loads, bus, sharedDefinitions }),
    usage: () => ({ pending: 0, written: 0, lost: 0 }),
    storedSizes: () => ({ limitBytes: 0, bytes: none.versions, dropped: { person: 0, project: 0 } }),
    pools: () => [],
    redisIsUp: () => true,
  })
  // The types of prom-client do not declare the label names.
  const all = registry.getMetricsAsArray() as readonly DescribedMetric[]
  return [...all].sort((one, other) => (one.name < other.name ? -1 : 1))
}

function row({ name, help, type, labelNames = [] }: DescribedMetric): readonly string[] {
  return [`\`${name}\``, String(type), labelNames.map((label) => `\`${label}\``).join(', '), help]
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}
