import { discardFile, storeFile } from './store-file.ts'

/**
 * Writes and removes a probe file, so that a wrong setting shows at startup and not with the first ticket. The
 * sweeper removes a probe that is left over.
 * @throws `files.unavailable`
 */
export async function checkFileStore(deps: Parameters<typeof storeFile>[0]): Promise<void> {
  const name = `probe/${crypto.randomUUID()}`
  await storeFile(deps, { name, bytes: Buffer.from('probe'), contentType: 'text/plain' })
  await discardFile(deps, name)
}
