import { dirname } from 'node:path'
import { archiveOf } from './archive.ts'
import { filesFolderOf } from './backup-folder.ts'
import { copyNewFiles } from './data-files.ts'

const intervalMs = 60_000

/**
 * Copies new tickets and documents every minute while changes of the database are recorded. Returns a function that
 * copies the last ones and ends.
 */
export function recordNewFiles({
  dataFolder,
  cluster,
  printLine,
}: {
  dataFolder: string
  cluster: string
  printLine: (line: string) => void
}): () => Promise<void> {
  let copying = Promise.resolve()
  let lastProblem = ''
  async function copy(): Promise<void> {
    const wal = archiveOf(cluster)
    if (wal === undefined) return
    try {
      await copyNewFiles(dataFolder, filesFolderOf(dirname(wal)))
      lastProblem = ''
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error)
      if (problem !== lastProblem) printLine(`cannot copy new files: ${problem}; trying again every minute`)
      lastProblem = problem
    }
  }
  const next = () => (copying = copying.then(copy))
  const timer = setInterval(() => void next(), intervalMs)
  return async () => {
    clearInterval(timer)
    await next()
  }
}
