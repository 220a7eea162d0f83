export const contentId = 'content'

/** First tab stop: skips the header. */
export function SkipLink() {
  return (
    <a
      href={`#${contentId}`}
      onClick={(event) => {
        // Moves the focus without changing the URL.
        event.preventDefault()
        document.querySelector<HTMLElement>(`#${contentId}`)?.focus()
      }}
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded bg-ink px-4 py-2.5 font-semibold text-paper focus-visible:translate-y-0"
    >
      Skip to content
    </a>
  )
}
