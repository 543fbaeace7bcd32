import type { Tile } from '../../data/records/tile.ts'
import { isJsonObject, type JsonObject } from '../../foundation/json/json-value.ts'
import { exportText } from './export-text.ts'

/** A tile, and its exported form. */
export interface PlacedTile {
  readonly tile: Tile
  readonly exported: JsonObject
}

/**
 * The tiles of a dashboard that are not matched with a tile of a document yet; each can be taken once. Tiles are found
 * by their traits, so the time does not depend on their number.
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

  /** Takes the first tile that equals the tile of the document. */
  takeSame(wanted: JsonObject): PlacedTile | undefined {
    return this.#take([wholeOf(wanted)])
  }

  /**
   * Takes the first tile that can be changed to the wanted tile: a chart with the same name, the same text, or a tile
   * at the same position.
   */
  takeTwin(wanted: JsonObject): PlacedTile | undefined {
    return this.#take(traitsOf(wanted))
  }

  /** Returns the tiles that were not taken. */
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

/** Returns the traits of a tile. A tile can be changed to another one if they share at least one trait. */
function traitsOf({ type, name = null, body = null, layouts = null }: JsonObject): string[] {
  const isPlaced = isJsonObject(layouts) && Object.keys(layouts).length > 0
  return [
    type === 'INSIGHT' ? `INSIGHT called ${JSON.stringify(name)}` : `TEXT saying ${JSON.stringify(body)}`,
    ...(isPlaced ? [`${type} at ${exportText(layouts)}`] : []),
  ]
}
