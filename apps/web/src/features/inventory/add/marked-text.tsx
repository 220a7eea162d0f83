import type { WireTextDraft } from '@terrace/contracts/inventory-drafts'

/** The typed line with every understood part marked and named. Words without a meaning are underlined. */
export function MarkedText({ draft: { text, parts } }: { draft: WireTextDraft }) {
  const pieces: { text: string; part: (typeof parts)[number] | null }[] = []
  let end = 0
  for (const part of parts) {
    if (part.from > end) pieces.push({ text: text.slice(end, part.from), part: null })
    pieces.push({ text: text.slice(part.from, part.to), part })
    end = part.to
  }
  if (end < text.length) pieces.push({ text: text.slice(end), part: null })
  return (
    <p className="text-sm leading-7">
      {pieces.map((piece, index) =>
        piece.part === null ? (
          <span key={index} className="text-muted">
            {piece.text}
          </span>
        ) : piece.part.field === 'unknown' ? (
          <span
            key={index}
            title="Not understood"
            className="text-danger underline decoration-wavy underline-offset-4"
          >
            {piece.text}
          </span>
        ) : (
          <mark
            key={index}
            title={piece.part.label}
            className="rounded-sm bg-accent-soft px-1 py-0.5 font-medium text-ink"
          >
            {piece.text}
          </mark>
        ),
      )}
    </p>
  )
}
