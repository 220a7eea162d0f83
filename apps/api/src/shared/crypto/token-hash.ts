import { hash } from 'node:crypto'

/** Hash to store instead of a bearer token, so that a database dump grants no access. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
