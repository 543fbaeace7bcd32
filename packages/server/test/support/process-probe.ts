/**
 * Loaded into a server's process with `--import`, it tells of that process what nobody outside can see: for how long
 * its thread worked without giving anybody a turn, and what memory it holds. It listens on the socket PROBE_SOCKET.
 */
import { createServer } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
// Only then does a new context have it, and nothing has to be said when the process is started.
const collectGarbage = runInNewContext('gc') as () => void

let isWatching = false
let longestMicroseconds = 0
let turnBegan = process.threadCpuUsage()

/** In time that the thread really ran: what else the machine does makes no turn longer. */
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
    // The request may arrive in the turn that is the longest.
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
