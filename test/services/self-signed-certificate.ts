import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** PEM files, in a folder that the caller removes. */
export interface CertificateFiles {
  readonly folder: string
  readonly key: string
  readonly certificate: string
}

/**
 * Creates a key and a self-signed certificate; undefined if openssl is not installed.
 * @param alternativeName such as `DNS:localhost` or `IP:127.0.0.1`
 */
export function selfSignedCertificate(alternativeName: string): CertificateFiles | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'flagdeck-certificate-'))
  const files = { folder, key: join(folder, 'key.pem'), certificate: join(folder, 'certificate.pem') }
  const output = ['-keyout', files.key, '-out', files.certificate]
  const subject = ['-subj', '/CN=flagdeck-test', '-addext', `subjectAltName=${alternativeName}`]
  const kind = ['-newkey', 'rsa:2048', '-nodes', '-days', '1']
  return spawnSync('openssl', ['req', '-x509', ...kind, ...output, ...subject]).status === 0 ? files : undefined
}
