const maxKnown = 1000
const maxTextLength = 2000

export interface StatementSummary {
  /** Verb and target, such as `SELECT place_holds_2`. */
  name: string
  verb: string
  /** The statement without its values. */
  text: string
}

const known = new Map<string, StatementSummary>()

/** What a span says about a statement. Texts repeat, so their summaries are kept. */
export function summarizeStatement(text: string): StatementSummary {
  const found = known.get(text)
  if (found) return found
  const summary = summarize(text)
  if (known.size >= maxKnown) known.clear()
  known.set(text, summary)
  return summary
}

const written = /\b(?:insert\s+into|merge\s+into|update|delete\s+from|copy)\s+(?:only\s+)?"?([a-z_][\w.]*)/i
const read = [/\bfrom\s+(?:only\s+)?"?([a-z_][\w.]*)/i, /^\s*select\s+([a-z_]\w*)\s*\(/i]

function summarize(statement: string): StatementSummary {
  const text = statement.replaceAll(/--[^\n]*/g, ' ').trim()
  const first = /^[a-z]+/i.exec(text)?.[0]?.toUpperCase() ?? 'STATEMENT'
  // A statement that begins with `with` is what it does to a table.
  const verb =
    first === 'WITH'
      ? (/\b(insert|update|delete|merge)\b/i.exec(text)?.[1]?.toUpperCase() ?? 'SELECT')
      : first
  const patterns = verb === 'SELECT' ? read : [written]
  const target = patterns.map((pattern) => pattern.exec(text)?.[1]).find((name) => name !== undefined)
  return {
    name: target === undefined ? verb : `${verb} ${target}`,
    verb,
    text: withoutValues(text).slice(0, maxTextLength),
  }
}

/** Values are parameters almost everywhere; where a text has literals, they are left out too. */
export function withoutValues(text: string): string {
  return (
    text
      .replaceAll(/--[^\n]*|\/\*.*?(?:\*\/|$)/gs, ' ')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/'(?:[^']|'')*'/g, '?')
      .replaceAll(/\$([a-z_]\w*|)\$.*?(?:\$\1\$|$)/gis, '?')
      // Texts that were cut off have an end missing.
      .replace(/'.*$/s, '?')
      .replaceAll(/(?<![\w$.])\d+(?:\.\d+)?(?!\w)/g, '?')
  )
}
