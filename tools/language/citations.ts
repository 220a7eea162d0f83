import type { SourcePart } from './source-parts.ts'

/** What comments may cite. */
export interface Citable {
  /** Paths of the repository. */
  paths: readonly string[]
  /** Words that occur in code. */
  words: ReadonlySet<string>
  /** Numbers of the sections of each document, by its file name, and of the decisions as `ADR`. */
  sections: ReadonlyMap<string, ReadonlySet<string>>
}

// Neither part of a URL nor of a pattern such as `*.repo.ts`.
const citedPath = /(?<![\w*<>{}$…./@-])[\w@#][\w./#-]*\.(?:ts|tsx|mjs|sql|md)(?![\w/*-])/g
// A camel-case name in backticks, and a camel-case or snake-case name with empty parentheses.
const citedName = /`([a-z]+[A-Z]\w*)(?:\(\))?`|(?<![\w.`])([a-z]+(?:_[a-z]|[A-Z])\w*)\(\)/g

// Such as "product.md §4, §12.2" and "ADR 0018".
const citedSections = /([\w-]+\.md) (§\d+(?:\.\d+)?(?:(?:, | and | or |–)§\d+(?:\.\d+)?)*)|\b(ADR) (\d+)/g

/**
 * The files, functions, sections and decisions that a comment cites but that do not exist. A path may leave out its first
 * folders.
 */
export function findDeadCitations({ kind, text }: SourcePart, { paths, words, sections }: Citable): string[] {
  if (kind !== 'comment') return []
  const deadPaths = [...text.matchAll(citedPath)].flatMap(([cited]) => {
    const path = cited.replace(/^#(api|web)\//, 'apps/$1/src/')
    return paths.some((known) => known === path || known.endsWith(`/${path}`)) ? [] : [cited]
  })
  const deadNames = [...text.matchAll(citedName)].flatMap(([, quoted, called]) => {
    const name = quoted ?? called ?? ''
    return words.has(name) ? [] : [name]
  })
  return [...deadPaths, ...deadNames, ...findDeadSections(text, sections)]
}

/** Documents without known sections, such as the specification, are not checked. */
export function findDeadSections(text: string, sections: Citable['sections']): string[] {
  return [...text.matchAll(citedSections)].flatMap(([, file, list = '', adr, number = '']) => {
    const known = sections.get(adr ?? file ?? '')
    if (!known) return []
    if (adr) return known.has(number.padStart(4, '0')) ? [] : [`ADR ${number}`]
    const cited = list.match(/\d+(?:\.\d+)?/g) ?? []
    return cited.filter((section) => !known.has(section)).map((section) => `${file} §${section}`)
  })
}

/** Numbers of the headings of a document: "## 4. Holds" and "### 12.1 Holds and money". */
export function sectionsOf(markdown: string): Set<string> {
  return new Set([...markdown.matchAll(/^#{2,3} (\d+(?:\.\d+)?)/gm)].map(([, number]) => number ?? ''))
}

/** The words of a source file outside its comments. */
export function wordsOfCode(text: string, parts: readonly SourcePart[]): string[] {
  let code = text
  for (const { kind, text: comment } of parts) if (kind === 'comment') code = code.replace(comment, () => '')
  return code.match(/\w+/g) ?? []
}
