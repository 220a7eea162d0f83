import { TokenParser, Tokenizer, TokenType } from '@streamparser/json'
import { RefusedFileError } from './refused-file.ts'
import { readText } from './read-text.ts'
import type { SourceFile } from './source-file.ts'

const maxDepth = 40
/** No record of a real file comes near; a larger one would fill the memory. */
const maxValueBytes = 8 * 1024 * 1024

/** An open object or list; the path of a list's elements ends in `*`. */
export interface JsonContainer {
  isList: boolean
  path: string
  /** The key whose value comes next; `null` in a list. */
  key: string | null
}

interface ScanOptions {
  /** Selectors of the values to build, such as `$.matches.*`. */
  paths: string[]
  onValue(value: unknown): void
  /** Called before a value starts; `value` is set for scalars. */
  onStart(parent: JsonContainer | undefined, start: { token: TokenType; value: unknown; line: number }): void
}

/**
 * Reads a JSON file token by token; yields after each part of the file, so that the caller can pass on what was found.
 * @throws `RefusedFileError` for a file that is cut off, invalid, nested too deeply, or with a huge record
 */
export async function* scanJson(file: SourceFile, options: ScanOptions): AsyncGenerator<void> {
  const tokenizer = new Tokenizer({ stringBufferSize: 64 * 1024 })
  const parser = new TokenParser({ paths: options.paths, keepStack: false })
  const open: JsonContainer[] = []
  let isKeyNext = false
  let bytesBefore = 0
  let bytes = Buffer.alloc(0)
  let counted = 0
  let line = 1
  let lastToken = 0
  let record: { start: number; depth: number } | undefined

  const moveTo = (offset: number) => {
    const to = Math.min(offset - bytesBefore, bytes.length)
    for (let at = bytes.indexOf(10, counted); at >= 0 && at < to; at = bytes.indexOf(10, at + 1)) {
      line += 1
      counted = at + 1
    }
  }

  tokenizer.onToken = (parsed) => {
    const { token, value, offset } = parsed
    const parent = open.at(-1)
    lastToken = offset
    if (token === TokenType.STRING && isKeyNext && parent) {
      parent.key = String(value)
      isKeyNext = false
    } else if (token === TokenType.COMMA) isKeyNext = parent !== undefined && !parent.isList
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) {
      open.pop()
      isKeyNext = false
      if (record && open.length <= record.depth) record = undefined
    } else if (token !== TokenType.COLON) {
      moveTo(offset)
      options.onStart(parent, { token, value, line })
      if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) {
        const isList = token === TokenType.LEFT_BRACKET
        if (options.paths.includes(parent ? `$.${pathIn(parent)}` : '$'))
          record = { start: offset, depth: open.length }
        open.push({ isList, path: parent ? pathIn(parent) : '', key: null })
        isKeyNext = !isList
        if (open.length > maxDepth) throw new RefusedFileError(line, `nested deeper than ${maxDepth} levels`)
      }
    }
    try {
      parser.write(parsed)
    } catch (error) {
      if (error instanceof RefusedFileError) throw error
      moveTo(offset)
      throw new RefusedFileError(line, `not valid JSON: ${messageOf(error)}`)
    }
  }
  parser.onValue = ({ value }) => options.onValue(value)

  for await (const text of readText(file)) {
    bytesBefore += bytes.length
    bytes = Buffer.from(text)
    counted = 0
    try {
      tokenizer.write(bytes)
    } catch (error) {
      if (error instanceof RefusedFileError) throw error
      throw new RefusedFileError(line, `not valid JSON from here on: ${messageOf(error)}`)
    }
    moveTo(Infinity)
    if (bytesBefore + bytes.length - (record?.start ?? lastToken) > maxValueBytes)
      throw new RefusedFileError(line, 'one record is longer than 8 MB')
    yield
  }
  if (!parser.isEnded) throw new RefusedFileError(line, 'the file is cut off')
}

/** Path of the value that comes next in a container. */
export function pathIn({ isList, path, key }: JsonContainer): string {
  const name = isList ? '*' : (key ?? '')
  return path === '' ? name : `${path}.${name}`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 200) : 'unknown error'
}
