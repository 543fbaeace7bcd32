// Prints docs/errors.md; `pnpm generate` writes it.
import { errorsDocument } from './errors-document.ts'

process.stdout.write(errorsDocument())
