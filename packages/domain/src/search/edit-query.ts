import type { Span } from './query-part.ts'

/** The typed text without these parts. */
export function withoutSpans(text: string, spans: readonly Span[]): string {
  let kept = ''
  let at = 0
  for (const { from, to } of spans.toSorted((left, right) => left.from - right.from)) {
    kept += `${text.slice(at, Math.max(at, from))} `
    at = Math.max(at, to)
  }
  return `${kept}${text.slice(at)}`.replaceAll(/\s+/g, ' ').trim()
}

/** The typed text with this part in quotation marks, so that it is searched as text. */
export function quoteSpan(text: string, { from, to }: Span): string {
  return `${text.slice(0, from)}"${text.slice(from, to).replaceAll('"', '')}"${text.slice(to)}`
}
