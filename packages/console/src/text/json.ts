interface Place {
  readonly line: number
  readonly column: number
  readonly message: string
}

/** What is wrong with JSON that is typed, and where. */
export function jsonWrong({ line, column, message }: Place): string {
  return `Line ${line}, column ${column}: ${message}`
}
