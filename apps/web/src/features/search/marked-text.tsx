import { marks } from './ask-index.ts'

/** A text of a hit, with what was typed in bold. */
export function MarkedText({ children }: { children: string }) {
  const parts = children.split(marks.start).flatMap((part, place) => {
    if (place === 0) return [{ text: part, isMarked: false, place }]
    const [marked = '', plain = ''] = part.split(marks.end)
    return [
      { text: marked, isMarked: true, place },
      { text: plain, isMarked: false, place },
    ]
  })
  return (
    <>
      {parts.map(({ text, isMarked, place }) =>
        isMarked ? (
          <mark key={`m${place}`} className="bg-transparent text-accent">
            {text}
          </mark>
        ) : (
          text
        ),
      )}
    </>
  )
}
