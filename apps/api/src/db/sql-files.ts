import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

export interface SqlFile {
  name: string
  text: string
  checksum: string
}

/** The SQL files of a folder and the folders in it, by name; a migration's name is without its folder. */
export async function readSqlFiles(folder: URL, kind: string): Promise<SqlFile[]> {
  const entries = await readdir(new URL(`${kind}/`, folder), { recursive: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  const paths = entries.map((path) => path.replaceAll('\\', '/')).filter((path) => path.endsWith('.sql'))
  return Promise.all(
    paths.toSorted().map(async (path) => {
      const text = await readFile(new URL(`${kind}/${path}`, folder), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      return { name: kind === 'migrations' ? path : `${kind}/${path}`, text, checksum }
    }),
  )
}
