const DIGITS = 8

/** A sequence of requests as bytes, whose numbers can be overwritten in place. */
export class NumberedRequests {
  readonly bytes: Buffer
  /** The positions of numbers; those of the same request have the same index. */
  readonly #places: readonly (readonly number[])[]

  /** @param parts the text of a request, split where a number of eight digits belongs, which is new in every request */
  constructor(parts: readonly string[], count: number) {
    const request = parts.join('0'.repeat(DIGITS))
    this.bytes = Buffer.from(request.repeat(count), 'latin1')
    this.#places = Array.from({ length: count }, (_, rank) => placesIn(parts, rank * request.length))
  }

  /** Writes the numbers from `first` on into the requests. They must be sent before they are numbered again. */
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
