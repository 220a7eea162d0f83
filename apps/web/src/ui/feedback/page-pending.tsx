/** A thin bar at the top edge while a page's code loads; it does not shift the layout. */
export function PagePending() {
  return (
    <div
      role="progressbar"
      aria-label="Loading"
      className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden bg-ink/10"
    >
      <div className="h-full w-2/5 animate-sweep bg-accent" />
    </div>
  )
}
