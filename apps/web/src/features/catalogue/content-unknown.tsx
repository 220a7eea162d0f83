import { Link } from '@tanstack/react-router'
import { z } from 'zod/mini'
import { ApiError } from '#web/lib/api-error.ts'
import { quoted } from '#web/lib/quoted.ts'
import { useTitle } from '#web/lib/title.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SearchIcon } from '#web/ui/icons.ts'

const refusal = z.object({
  suggestions: z.array(z.object({ type: z.string(), title: z.string(), slug: z.string() })),
})

/** Whether the failure says that there is no such thing. */
export function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** A name that nothing has: the names that come nearest, and a search for it. */
export function ContentUnknown({ name, error }: { name: string; error: unknown }) {
  useTitle('Not found')
  const suggestions =
    error instanceof ApiError ? (refusal.safeParse(error.errors).data?.suggestions ?? []) : []
  const words = name.replaceAll('-', ' ')
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        className="py-24"
        icon={<SearchIcon />}
        title={`There is no page for ${quoted(words)}`}
        message={
          suggestions.length > 0 ? (
            <>
              Did you mean{' '}
              {suggestions.map(({ type, title, slug }, place) => (
                <span key={`${type}/${slug}`}>
                  {place > 0 && (place === suggestions.length - 1 ? ' or ' : ', ')}
                  <Link
                    to="/$type/$name"
                    params={{ type, name: slug }}
                    className="rounded-sm font-semibold text-accent underline underline-offset-2"
                  >
                    {title}
                  </Link>
                </span>
              ))}
              ?
            </>
          ) : (
            'The address may be mistyped, or what it named is gone.'
          )
        }
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Link to="/" className={buttonClass('secondary')}>
              Go home
            </Link>
            <Link to="/search" search={{ q: words }} className={`${buttonClass('primary')} max-w-full`}>
              <span className="truncate">Search for {quoted(words)}</span>
            </Link>
          </div>
        }
      />
    </>
  )
}
