// Prints docs/reference/clients-by-language.md; `pnpm generate` writes it.
import { clientsDocument } from './clients-document.ts'

process.stdout.write(clientsDocument())
