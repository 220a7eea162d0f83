import type { Stats } from 'node:fs'
import { maxInventoryFileBytes } from '@terrace/contracts/inventory-profiles'

const usableName = /^[\p{L}\p{N}_][\p{L}\p{N}_ .()+,-]{0,149}$/u
const usableType = /\.(?:csv|tsv|txt|xlsx)$/i

export const tooManyText = 'Too many files wait: at most 100 in a folder, and 1 GB of a team'

/** Why a file cannot be imported, as far as its name and size tell. */
export function problemOfFile(name: string, file: Stats): string | undefined {
  if (file.isDirectory()) return 'This is a folder. Move its files into the drop folder'
  if (!file.isFile() || file.nlink > 1)
    return 'This is a link. Copy the file itself, and rename it into the folder'
  if (!usableName.test(name))
    return 'The name has characters that are not allowed. Use letters, digits, spaces, dots and dashes'
  if (!usableType.test(name)) return 'The name must end in .csv, .tsv, .txt or .xlsx'
  if (file.size === 0) return 'The file is empty'
  if (file.size > maxInventoryFileBytes)
    return 'The file is larger than 200 MB. Split it and import the parts by id'
  return undefined
}
