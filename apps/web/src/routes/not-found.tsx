import { Link } from '@tanstack/react-router'
import { useTitle } from '#web/lib/hooks/use-title.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { SearchIcon } from '#web/ui/icons.ts'

/** Shown for a valid path to an event, order or other entity that does not exist. */
export default function NotFound() {
  useTitle('Not found')
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        className="py-24"
        icon={<SearchIcon />}
        title="Page not found"
        message="Check the address or go back to home."
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Link to="/" className={buttonClass('secondary')}>
              Go home
            </Link>
            <Link to="/search" className={buttonClass('primary')}>
              Search events
            </Link>
          </div>
        }
      />
    </>
  )
}
