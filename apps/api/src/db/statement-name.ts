import { hash } from 'node:crypto'

const hashLength = 24
const digests = new Map<string, string>()

/**
 * Name of a prepared statement, unique to its text: behind a pooler, processes share connections, and one name must
 * never mean two statements.
 */
export function statementName(label: string, text: string): string {
  let digest = digests.get(text)
  if (digest === undefined) {
    digest = hash('sha256', text).slice(0, hashLength)
    digests.set(text, digest)
  }
  return `${label}_${digest}`
}
