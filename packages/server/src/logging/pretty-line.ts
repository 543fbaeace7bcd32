import { styleText } from 'node:util'

const COLOURS = { warn: 'yellow', error: 'red', fatal: 'red', debug: 'gray', trace: 'gray' } as const

/**
 * Returns a log line for a terminal: `08:15:02 info  POST /flags/ 200 3.1 ms  req_id=…`, followed by the stack of an
 * error.
 */
export function prettyLine(json: string): string {
  const { time, level, msg, err, ...fields } = JSON.parse(json) as PrintedLine // made by our own logger
  const head = coloured(level, `${time.slice(11, 19)} ${level.padEnd(5)}`)
  const { summary, rest } = isRequest(fields) ? requestSummary(fields) : { summary: msg ?? '', rest: fields }
  const tail = Object.entries(rest).map(([name, value]) => `${name}=${text(value)}`)
  const stack = err?.stack === undefined ? '' : `\n${err.stack.replace(/^/gm, '  ')}`
  return `${head} ${summary}${tail.length > 0 ? `  ${tail.join(' ')}` : ''}${stack}\n`
}

interface PrintedLine {
  readonly time: string
  readonly level: string
  readonly msg?: string
  readonly err?: { readonly stack?: string }
}

interface RequestFields {
  readonly method: string
  readonly route: string | null
  readonly status: number
  readonly ms: number
}

function isRequest(fields: object): fields is RequestFields {
  return 'method' in fields && 'ms' in fields
}

function requestSummary({ method, route, status, ms, ...rest }: RequestFields) {
  return { summary: `${method} ${route ?? '(no such path)'} ${status} ${ms} ms`, rest }
}

function coloured(level: string, head: string): string {
  return Object.hasOwn(COLOURS, level)
    ? styleText(COLOURS[level as keyof typeof COLOURS], head, { stream: process.stderr })
    : head // just seen
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
