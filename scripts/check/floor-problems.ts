import { FEATURE_IMPORTS, FLOORS_OF, TESTING } from './floors.ts'

/**
 * Returns why a file of a package with layers may not import another one of the package; undefined if it may. Paths are
 * from the checkout's root.
 */
export function floorProblem(from: string, to: string): string | undefined {
  const [floor, room] = placeOf(from)
  const [otherFloor, otherRoom] = placeOf(to)
  if (otherFloor === undefined || floor === TESTING) return undefined
  if (otherFloor === TESTING) return 'supports tests: nothing else may import from it'
  if (floor === undefined) return undefined
  const floors = floorsOf(from)
  if (heightOf(floor, floors) < heightOf(otherFloor, floors)) {
    return `is on a floor above: ${floor} may not import from ${otherFloor}`
  }
  if (floor !== 'features' || otherFloor !== 'features' || room === otherRoom) return undefined
  if (room !== undefined && otherRoom !== undefined && FEATURE_IMPORTS[room]?.includes(otherRoom)) return undefined
  return `is of another feature: scripts/check/floors.ts does not let ${room} import from ${otherRoom}`
}

/**
 * Returns the layer and the feature of a file: `features`, `flags`. Returns an empty list for entry points, and for
 * packages without layers.
 */
export function placeOf(path: string): readonly [floor?: string, room?: string] {
  const house = houseOf(path)
  if (house === undefined) return []
  const [floor, room, ...rest] = path.slice(house.length + 1).split('/')
  if (floor === undefined || room === undefined) return []
  return rest.length > 0 ? [floor, room] : [floor]
}

function houseOf(path: string): string | undefined {
  return Object.keys(FLOORS_OF).find((house) => path.startsWith(`${house}/`))
}

function floorsOf(path: string): readonly string[] {
  return FLOORS_OF[houseOf(path) ?? ''] ?? []
}

/** Returns the height of a layer. Any other folder is above all layers, so no layer may import it. */
function heightOf(floor: string, floors: readonly string[]): number {
  const height = floors.indexOf(floor)
  return height === -1 ? floors.length : height
}
