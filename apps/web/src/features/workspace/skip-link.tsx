export const contentId = 'content'

/** First stop of the keyboard: past the header, to what the page is about. */
export function SkipLink() {
  return (
    <a
      href={`#${contentId}`}
      onClick={(event) => {
        // The address stays as it is; only the focus moves.
        event.preventDefault()
        document.querySelector<HTMLElement>(`#${contentId}`)?.focus()
      }}
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded bg-ink px-4 py-2.5 font-semibold text-paper focus-visible:translate-y-0"
    >
      Skip to content
    </a>
  )
}
