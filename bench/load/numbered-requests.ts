const DIGITS = 8

/** Requests one behind the other as bytes, whose numbers can be written anew in their place. */
export class NumberedRequests {
  readonly bytes: Buffer
  /** Where numbers stand; those of the same request have the same rank. */
  readonly #places: readonly (readonly number[])[]

  /** @param parts the text of a request, where a number of eight digits that is new every time stands between them */
  constructor(parts: readonly string[], count: number) {
    const request = parts.join('0'.repeat(DIGITS))
    this.bytes = Buffer.from(request.repeat(count), 'latin1')
    this.#places = Array.from({ length: count }, (_, rank) => placesIn(parts, rank * request.length))
  }

  /** Gives the requests the numbers from `first` on. Until they are sent they must not be numbered again. */
  number(first: number): void {
    this.#places.forEach((places, rank) => {
      const digits = String(first + rank).padStart(DIGITS, '0')
      for (const place of places) this.bytes.write(digits, place, 'latin1')
    })
  }
}

function placesIn(parts: readonly string[], start: number): readonly number[] {
  const places: number[] = []
  let end = start
  for (const part of parts.slice(0, -1)) {
    places.push(end + part.length)
    end += part.length + DIGITS
  }
  return places
}
