import type { Tile } from '../../data/records/tile.ts'
import { isJsonObject, type JsonObject } from '../../foundation/json/json-value.ts'
import { exportText } from './export-text.ts'

/** A tile as it is, and as an export has it. */
export interface PlacedTile {
  readonly tile: Tile
  readonly exported: JsonObject
}

/**
 * The tiles of a dashboard that nothing of a document has been matched with yet, each of them to be taken once. However
 * many there are, one is found by what it has in common with what is looked for.
 */
export class TilePool {
  // Bound: dies with the import
  readonly #places = new Map<PlacedTile, number>()
  // Bound: dies with the import
  readonly #byTrait = new Map<string, PlacedTile[]>()

  add(placed: PlacedTile): void {
    this.#places.set(placed, this.#places.size)
    for (const trait of [wholeOf(placed.exported), ...traitsOf(placed.exported)]) {
      const alike = this.#byTrait.get(trait)
      if (alike) alike.push(placed)
      else this.#byTrait.set(trait, [placed])
    }
  }

  /** The first that is as the document says. */
  takeSame(wanted: JsonObject): PlacedTile | undefined {
    return this.#take([wholeOf(wanted)])
  }

  /** The first that may become it: the same chart by name, the same text, or what is in the same place. */
  takeTwin(wanted: JsonObject): PlacedTile | undefined {
    return this.#take(traitsOf(wanted))
  }

  /** Those that nobody took. */
  left(): readonly PlacedTile[] {
    return [...this.#places.keys()]
  }

  #take(traits: readonly string[]): PlacedTile | undefined {
    const found = traits.flatMap((trait) => this.#firstWith(trait) ?? [])
    const [first] = found.toSorted((a, b) => this.#placeOf(a) - this.#placeOf(b))
    if (first) this.#places.delete(first)
    return first
  }

  #firstWith(trait: string): PlacedTile | undefined {
    const alike = this.#byTrait.get(trait) ?? []
    while (alike[0] && !this.#places.has(alike[0])) alike.shift()
    return alike[0]
  }

  #placeOf(placed: PlacedTile): number {
    return this.#places.get(placed) ?? 0
  }
}

function wholeOf(exported: JsonObject): string {
  return `whole ${exportText(exported)}`
}

/** What two tiles of which one may become the other have in common, one of them at least. */
function traitsOf({ type, name = null, body = null, layouts = null }: JsonObject): string[] {
  const isPlaced = isJsonObject(layouts) && Object.keys(layouts).length > 0
  return [
    type === 'INSIGHT' ? `INSIGHT called ${JSON.stringify(name)}` : `TEXT saying ${JSON.stringify(body)}`,
    ...(isPlaced ? [`${type} at ${exportText(layouts)}`] : []),
  ]
}
