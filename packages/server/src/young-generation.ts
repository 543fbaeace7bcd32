import { setFlagsFromString } from 'node:v8'

/**
 * Keeps V8's room for new objects as large as it is by now, a few megabytes. It would be doubled while much is read or
 * answered, up to 64 MB which stay resident, and requests that are answered one after the other leave little of it
 * alive. Whoever has told Node a size has decided otherwise.
 */
export function holdYoungGeneration(): void {
  const options = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ')
  if (!/semi[-_]space/.test(options)) setFlagsFromString('--semi-space-growth-factor=1')
}
