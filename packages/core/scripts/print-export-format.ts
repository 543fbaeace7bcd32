// Prints docs/export-format.md; `pnpm generate` writes it.
import { formatDocument } from './format-document.ts'

process.stdout.write(formatDocument())
