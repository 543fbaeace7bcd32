import { styleText } from 'node:util'

const COLOURS = { warn: 'yellow', error: 'red', fatal: 'red', debug: 'gray', trace: 'gray' } as const

/** A log line for people: `08:15:02 info  GET /flags/ 200 3 ms  req_id=…`, an error's stack below it. */
export function prettyLine(json: string): string {
  const { time, level, msg, err, ...fields } = JSON.parse(json) as PrintedLine // made by our own logger
  const colour = Object.hasOwn(COLOURS, level) ? COLOURS[level as keyof typeof COLOURS] : undefined
  const head = `${time.slice(11, 19)} ${level.padEnd(5)}`
  const tail = Object.entries(fields).map(([name, value]) => ` ${name}=${text(value)}`)
  const stack = err?.stack === undefined ? '' : `\n${err.stack.replace(/^/gm, '  ')}`
  return `${colour ? styleText(colour, head) : head} ${msg ?? ''}${tail.length > 0 ? ` ${tail.join('')}` : ''}${stack}\n`
}

interface PrintedLine {
  readonly time: string
  readonly level: string
  readonly msg?: string
  readonly err?: { readonly stack?: string }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
