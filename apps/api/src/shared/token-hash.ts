import { hash } from 'node:crypto'

/** What is stored of a token that opens something for its bearer: whoever reads the table cannot use it. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
