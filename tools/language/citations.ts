import type { SourcePart } from './source-parts.ts'

/** What comments may cite. */
export interface Citable {
  /** Paths of the repository. */
  paths: readonly string[]
  /** Words that occur in code. */
  words: ReadonlySet<string>
}

// Neither part of a URL nor of a pattern such as `*.repo.ts`.
const citedPath = /(?<![\w*<>{}$…./@-])[\w@#][\w./#-]*\.(?:ts|tsx|mjs|sql|md)(?![\w/*-])/g
// A camel-case name in backticks, and a camel-case or snake-case name with empty parentheses.
const citedName = /`([a-z]+[A-Z]\w*)(?:\(\))?`|(?<![\w.`])([a-z]+(?:_[a-z]|[A-Z])\w*)\(\)/g

/** The files and functions that a comment cites but that do not exist. A path may leave out its first folders. */
export function findDeadCitations({ kind, text }: SourcePart, { paths, words }: Citable): string[] {
  if (kind !== 'comment') return []
  const deadPaths = [...text.matchAll(citedPath)].flatMap(([cited]) => {
    const path = cited.replace(/^#(api|web)\//, 'apps/$1/src/')
    return paths.some((known) => known === path || known.endsWith(`/${path}`)) ? [] : [cited]
  })
  const deadNames = [...text.matchAll(citedName)].flatMap(([, quoted, called]) => {
    const name = quoted ?? called ?? ''
    return words.has(name) ? [] : [name]
  })
  return [...deadPaths, ...deadNames]
}

/** The words of a source file outside its comments. */
export function wordsOfCode(text: string, parts: readonly SourcePart[]): string[] {
  let code = text
  for (const { kind, text: comment } of parts) if (kind === 'comment') code = code.replace(comment, () => '')
  return code.match(/\w+/g) ?? []
}
