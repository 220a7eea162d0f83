import { discardFile, keepFile } from './keep-file.ts'

/**
 * Writes a file and takes it away again: who has mistyped a setting is to hear of it at the start, and not with the first ticket.
 * Throws `files.unavailable`; what was written all the same the sweep takes.
 */
export async function tryFiles(deps: Parameters<typeof keepFile>[0]): Promise<void> {
  const name = `tried/${crypto.randomUUID()}`
  await keepFile(deps, { name, bytes: Buffer.from('tried'), contentType: 'text/plain' })
  await discardFile(deps, name)
}
