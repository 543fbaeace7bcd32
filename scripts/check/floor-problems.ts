import { FEATURE_IMPORTS, FLOORS } from './floors.ts'

const CORE = 'packages/core/src/'

/** Why a file of core may not import another one; undefined when it may. Paths are from the checkout's root. */
export function floorProblem(from: string, to: string): string | undefined {
  const [floor, room] = placeOf(from)
  const [otherFloor, otherRoom] = placeOf(to)
  if (floor === undefined || otherFloor === undefined) return undefined
  const height = heightOf(otherFloor)
  if (heightOf(floor) < height) return `is on a floor above: ${floor} may not import from ${otherFloor}`
  if (floor !== 'features' || otherFloor !== 'features' || room === otherRoom) return undefined
  if (room !== undefined && otherRoom !== undefined && FEATURE_IMPORTS[room]?.includes(otherRoom)) return undefined
  return `is of another feature: scripts/check/floors.ts does not let ${room} import from ${otherRoom}`
}

/** Floor and room of a file of core: `features`, `flags`. Nothing for its entries and for what supports tests. */
export function placeOf(path: string): readonly [floor?: string, room?: string] {
  if (!path.startsWith(CORE)) return []
  const [floor, room, ...rest] = path.slice(CORE.length).split('/')
  if (floor === undefined || room === undefined || floor === 'testing') return []
  return rest.length > 0 ? [floor, room] : [floor]
}

/** A folder that is no floor is above them all: nothing may import it, and it is told by that. */
function heightOf(floor: string): number {
  const height = FLOORS.indexOf(floor)
  return height === -1 ? FLOORS.length : height
}
