import { statfs } from 'node:fs/promises'
import { advice, ok, problem, type Finding } from './finding.ts'

const gigabyte = 1024 ** 3

/** Whether this machine has room for data and logs. */
export async function examineMachine(dataFolder: string): Promise<Finding[]> {
  const { bavail, bsize } = await statfs(dataFolder)
  const free = (bavail * bsize) / gigabyte
  const text = `${free.toFixed(1)} GB free in ${dataFolder}`
  if (free < 1) return [problem('disk', text, 'free some space or choose another DATA_DIR')]
  return [free < 10 ? advice('disk', text) : ok('disk', text)]
}
