import { Link } from '@tanstack/react-router'
import { z } from 'zod/mini'
import { ApiError } from '#web/lib/http/api-error.ts'
import { inQuotationMarks } from '#web/lib/format/quotation-marks.ts'
import { useTitle } from '#web/lib/hooks/use-title.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { SearchIcon } from '#web/ui/icons.ts'

const notFoundErrors = z.object({
  suggestions: z.array(z.object({ type: z.string(), title: z.string(), slug: z.string() })),
})

/** Not-found page that offers the closest names and a search. */
export function ContentNotFound({ name, error }: { name: string; error: unknown }) {
  useTitle('Not found')
  const suggestions =
    error instanceof ApiError ? (notFoundErrors.safeParse(error.errors).data?.suggestions ?? []) : []
  const searchText = name.replaceAll('-', ' ')
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        className="py-24"
        icon={<SearchIcon />}
        title={`We couldn’t find ${inQuotationMarks(searchText)}`}
        message={
          suggestions.length > 0 ? (
            <>
              Did you mean{' '}
              {suggestions.map(({ type, title, slug }, index) => (
                <span key={`${type}/${slug}`}>
                  {index > 0 && (index === suggestions.length - 1 ? ' or ' : ', ')}
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
            'Check the address, or search for it instead.'
          )
        }
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Link to="/" className={buttonClass('secondary')}>
              Go home
            </Link>
            <Link to="/search" search={{ q: searchText }} className={`${buttonClass('primary')} max-w-full`}>
              <span className="truncate">Search for {inQuotationMarks(searchText)}</span>
            </Link>
          </div>
        }
      />
    </>
  )
}
