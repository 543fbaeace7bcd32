import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export function garbageCollection(): () => void {
  setFlagsFromString('--expose-gc')
  // The flag puts a function of this name into contexts that are made after it.
  return runInNewContext('gc') as () => void
}
