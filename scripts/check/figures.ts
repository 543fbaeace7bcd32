import { readdirSync } from 'node:fs'
import { inWorkspace, isTestFile } from '../workspace/source-files.ts'
import { exportedNames } from './exported-names.ts'
import { placeOf } from './floor-problems.ts'
import { FLOORS } from './floors.ts'
import { type ImportGraph, importCycles, importGraph } from './import-graph.ts'

const CORE = 'packages/core/src'
const HTTP = 'packages/http/src'
/** The explanations of a decision, a filter and a cohort call each other. */
const RECURSION = `${CORE}/evaluation/explain/`
/** The entry points of core, with the maximum number of names that each may export, including those in namespaces. */
const DOORS = { 'index.ts': 126, 'store.ts': 154, 'operations.ts': 515 }

/** A figure of the architecture, with its maximum. */
interface Figure {
  readonly name: string
  readonly value: number
  readonly most: number
}

/** Returns how far the code matches the plan of ARCHITECTURE.md. */
function figures(): readonly Figure[] {
  const core = importGraph(CORE)
  const arrows = arrowsBetween(core)
  const cycles = [...importCycles(core), ...importCycles(importGraph(HTTP))]
  const mutual = arrows.filter(({ from, to }) => arrows.some((other) => other.from === to && other.to === from))
  return [
    { name: 'arrows between floors, and between features, of core', value: arrows.length, most: 40 },
    { name: 'of them upwards', value: arrows.filter(isUpwards).length, most: 0 },
    { name: 'pairs with an arrow each way', value: mutual.length / 2, most: 0 },
    { name: 'cycles of files outside explain', value: cycles.filter(isMistake).length, most: 0 },
    { name: 'loose files in http/src', value: looseFiles(HTTP).length, most: 2 },
    ...Object.entries(DOORS).map(([door, most]) => ({
      name: `names that core/src/${door} exports`,
      value: exportedNames(`${CORE}/${door}`).length,
      most,
    })),
  ]
}

/** Returns the figures as lines, and whether all are within their maximum. */
export function figureLines(): { readonly lines: readonly string[]; readonly passed: boolean } {
  const all = figures()
  const lines = all.map(
    ({ name, value, most }) => `${value <= most ? 'ok    ' : 'MISSED'} ${name}: ${value} (at most ${most})`,
  )
  return { lines, passed: all.every(({ value, most }) => value <= most) }
}

interface Arrow {
  readonly from: string
  readonly to: string
}

/** Returns each arrow once, for any number of imports. */
function arrowsBetween(graph: ImportGraph): readonly Arrow[] {
  const arrows = [...graph].flatMap(([from, targets]) => targets.flatMap((to) => arrowOf(from, to) ?? []))
  return [...new Map(arrows.map((arrow) => [`${arrow.from} ${arrow.to}`, arrow])).values()]
}

function arrowOf(path: string, target: string): Arrow | undefined {
  const [floor, room] = placeOf(path)
  const [otherFloor, otherRoom] = placeOf(target)
  if (floor === undefined || otherFloor === undefined) return undefined
  if (floor !== otherFloor) return { from: floor, to: otherFloor }
  if (floor !== 'features' || room === undefined || otherRoom === undefined || room === otherRoom) return undefined
  return { from: room, to: otherRoom }
}

function isUpwards({ from, to }: Arrow): boolean {
  return FLOORS.includes(from) && FLOORS.indexOf(from) < FLOORS.indexOf(to)
}

function isMistake(files: readonly string[]): boolean {
  return !files.every((path) => path.startsWith(RECURSION))
}

function looseFiles(folder: string): readonly string[] {
  const entries = readdirSync(inWorkspace(folder), { withFileTypes: true })
  return entries.filter((entry) => entry.isFile() && !isTestFile(entry.name)).map(({ name }) => name)
}
