interface Place {
  readonly line: number
  readonly column: number
  readonly message: string
}

/** Returns the message of the first error in a JSON text, with its position. */
export function jsonWrong({ line, column, message }: Place): string {
  return `Line ${line}, column ${column}: ${message}`
}
