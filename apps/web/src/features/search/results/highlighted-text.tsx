import { highlightTags } from '#web/features/search/query/search-index.ts'

export function HighlightedText({ children }: { children: string }) {
  const parts = children.split(highlightTags.start).flatMap((part, index) => {
    if (index === 0) return [{ text: part, isHighlighted: false, index }]
    const [highlighted = '', plain = ''] = part.split(highlightTags.end)
    return [
      { text: highlighted, isHighlighted: true, index },
      { text: plain, isHighlighted: false, index },
    ]
  })
  return (
    <>
      {parts.map(({ text, isHighlighted, index }) =>
        isHighlighted ? (
          <mark key={`m${index}`} className="bg-transparent text-accent">
            {text}
          </mark>
        ) : (
          text
        ),
      )}
    </>
  )
}
