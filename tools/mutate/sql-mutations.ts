import { opposites, type Mutation } from './mutation.ts'

// `create or replace` is not a condition.
const heading = /\bcreate or replace\b/g
// Operators of arrays, JSON and named arguments (`<@`, `->`, `=>`) are not comparisons.
const comparison = /(?<![-<>=@|&])(?:<=|>=|<>|<|>)(?![-<>=@|&])/g
const word = /\b(?:and|or)\b|\b(?:min|max|least|greatest)(?=\()/g
const removable = /\bnot (?=exists\b|[a-z_.]+\()|\bdistinct (?!from\b|on\b)|\bfor (?:no key )?update\b/g
const commentOrText = /--.*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g

const blank = (part: string) => ' '.repeat(part.length)

/** Mutations of the SQL between two positions of a file, excluding comments and literals. */
export function sqlMutations(path: string, text: string, from = 0, to = text.length): Mutation[] {
  const sql = text.slice(from, to).replaceAll(commentOrText, blank).replaceAll(heading, blank)
  return [comparison, word, removable].flatMap((pattern) =>
    [...sql.matchAll(pattern)].map(({ 0: found, index }) => {
      const start = from + index
      return { path, start, end: start + found.length, replacement: opposites.get(found) ?? '' }
    }),
  )
}
