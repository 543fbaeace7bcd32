import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export function garbageCollection(): () => void {
  setFlagsFromString('--expose-gc')
  // The flag defines a function of this name in contexts that are created after it.
  return runInNewContext('gc') as () => void
}
