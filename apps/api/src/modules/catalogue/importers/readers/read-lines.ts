import { RefusedFileError } from './refused-file.ts'
import { readText } from './read-text.ts'
import type { SourceFile } from './source-file.ts'

const maxLineLength = 1024 * 1024

/** The lines of a text file, numbered from 1. */
export async function* readLines(file: SourceFile): AsyncGenerator<{ line: number; text: string }> {
  let line = 0
  let open = ''
  for await (const chunk of readText(file)) {
    const lines = (open + chunk).split('\n')
    open = lines.pop() ?? ''
    for (const text of lines) {
      line += 1
      yield { line, text }
    }
    if (open.length > maxLineLength) throw new RefusedFileError(line + 1, 'the line is longer than 1 MB')
  }
  if (open !== '') yield { line: line + 1, text: open }
}
