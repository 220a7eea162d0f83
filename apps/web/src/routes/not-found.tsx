import { Link } from '@tanstack/react-router'
import { useTitle } from '#web/lib/title.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SearchIcon } from '#web/ui/icons.ts'

/** An address of the right form whose event, order or other thing does not exist. */
export default function NotFound() {
  useTitle('Not found')
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        className="py-24"
        icon={<SearchIcon />}
        title="There is nothing here"
        message="The address may be mistyped, or what it named is gone."
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
