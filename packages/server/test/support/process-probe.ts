/**
 * Loaded into the process of a server with `--import`, this module measures what is invisible from outside: how long
 * the thread blocked its event loop, and how much memory it uses. It listens on the socket PROBE_SOCKET.
 */
import { createServer } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
// A new context has `gc` only after this flag is set, so the process needs no option.
const collectGarbage = runInNewContext('gc') as () => void

let isWatching = false
let longestMicroseconds = 0
let turnBegan = process.threadCpuUsage()

/** Measures CPU time of the thread, so other processes do not make a tick longer. */
function watchTurns(): void {
  isWatching = true
  longestMicroseconds = 0
  turnBegan = process.threadCpuUsage()
  const turn = () => {
    endTurn()
    if (isWatching) setImmediate(turn)
  }
  setImmediate(turn)
}

function endTurn(): void {
  const { user, system } = process.threadCpuUsage(turnBegan)
  longestMicroseconds = Math.max(longestMicroseconds, user + system)
  turnBegan = process.threadCpuUsage()
}

const answers: Readonly<Record<string, () => unknown>> = {
  '/watch': watchTurns,
  '/longest-turn': () => {
    isWatching = false
    // The request may arrive in the longest tick.
    endTurn()
    return longestMicroseconds / 1000
  },
  '/collected-memory': () => {
    collectGarbage()
    return process.memoryUsage()
  },
}

createServer((request, response) => response.end(JSON.stringify(answers[request.url ?? '']?.() ?? null)))
  .listen(process.env.PROBE_SOCKET)
  .unref()
