import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { QuoteIcon } from '#web/ui/icons.ts'

/** Shown while the team has no quotes. */
export function NoQuotes() {
  return (
    <EmptyState
      icon={<QuoteIcon />}
      title="No quotes yet"
      message="Create a quote from a listing, a hold or an event. Clients get a live page with your branding."
      action={
        <Link to="/search" className={buttonClass('primary')}>
          Find an event
        </Link>
      }
    />
  )
}
